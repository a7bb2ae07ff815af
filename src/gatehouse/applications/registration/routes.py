"""`/oauth/register`."""

from fastapi.responses import JSONResponse, Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import SystemTransaction
from gatehouse.applications.registration import service
from gatehouse.applications.registration.schemas import ClientMetadata, RegisteredClient
from gatehouse.identity.oauth.respond import NO_STORE
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router

router = Router(tags=["OpenID Connect"])


@router.post("/oauth/register", status_code=201, response_model=RegisteredClient)
async def register_client(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: ClientMetadata
) -> Response:
    """A tool or an agent registers itself (RFC 7591) under an application that has `allowDcr`; users are
    asked for consent before it learns anything, and it is deleted when no user has given consent for a day.
    403 `access_denied` where no application allows it; 400 `invalid_redirect_uri`,
    `invalid_client_metadata`."""
    made = await service.register_client(db, resources, client, data)
    return JSONResponse(made.model_dump(mode="json", exclude_none=True), 201, headers=NO_STORE)
