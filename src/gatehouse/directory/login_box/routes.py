"""`/metadata/admin-box`: the account's own sign-in pages (wire reference §9)."""

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.directory.login_box import service
from gatehouse.directory.login_box.schemas import BoxChange, BoxOut

router = Router(prefix="/metadata/admin-box", tags=["Account"])


@router.get("", permission=Permission.READ_ACCOUNT_SETTINGS)
async def get_login_box(db: Transaction, caller: Caller) -> BoxOut:
    """What the account has configured for its sign-in pages; an empty object if nothing."""
    return BoxOut(configuration=await service.read_login_box(db, caller))


@router.post("", permission=Permission.ACCOUNT_SETTINGS_WRITE_CUSTOM_LOGIN_BOX)
async def change_login_box(
    db: Transaction, caller: Caller, client: CurrentClient, data: BoxChange
) -> Response:
    """Set colors, fonts and texts of the account's sign-in pages, each by its path; paths that are not
    named stay unchanged. Pages get them with `GET /metadata?entityName=adminBox` when they send
    `frontegg-login-alias` or `frontegg-scoped-tenant`.

    400 `login_box.refused` for a path outside `theme`, `themeV2` and `localizations`, a value that would
    load something, or an invalid palette color (valid are `#rrggbb`, or a function such as `rgb()`); 400
    `login_box.too_large`.
    """
    await service.change_login_box(db, caller, client, data)
    return Response(status_code=200)
