"""Route of the link that ends a lockout."""

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import SystemTransaction
from gatehouse.identity.passwords.schemas import Token
from gatehouse.identity.unlock import service
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router
from gatehouse.kit.schemas import Wire


class Unlocking(Wire):
    token: Token


router = Router(tags=["Login"])


@router.post("/identity/resources/users/v3/me/unlock", summary="End a lock by its mailed link")
async def unlock_me(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: Unlocking
) -> Response:
    """Empty 200: earlier wrong passwords no longer count. 404 for a link that was used or is too old.
    Where the vendor's document has `unlock_by_mail`, a locked-out user gets such a link."""
    await service.unlock_account(db, resources, client, data.token)
    return Response(status_code=200)
