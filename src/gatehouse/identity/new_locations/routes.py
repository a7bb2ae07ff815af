from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import SystemTransaction
from gatehouse.identity.new_locations import jobs as _jobs  # noqa: F401  registers them
from gatehouse.identity.new_locations import service
from gatehouse.identity.new_locations.schemas import SessionEnding
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router

router = Router(tags=["Sessions"])


@router.post(
    "/identity/resources/users/sessions/v1/end-by-link",
    summary="End a session by its mailed link",
)
async def end_session_by_link(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: SessionEnding
) -> Response:
    """Empty 200, also when the session has ended already. 404 for a link that was used or is too old. The
    link is from the mail about a sign-in from a new location."""
    await service.end_by_link(db, resources, client, data.token)
    return Response(status_code=200)
