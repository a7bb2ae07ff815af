"""What identity providers import of us."""

from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Response

from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.identity.sso.connections import service as connections
from gatehouse.identity.sso.own_key import service
from gatehouse.kit.resources import AllResources
from gatehouse.vendor.client.saml import ENTITY_PATH

CanRead = Annotated[Principal, require(Permission.READ_SAML_CONFIGURATION)]
METADATA = "application/samlmetadata+xml"
XML: dict[int | str, dict[str, Any]] = {
    200: {"content": {METADATA: {"schema": {"type": "string"}}}, "description": "Metadata"}
}

router = APIRouter(tags=["Single sign-on"])


@router.get(ENTITY_PATH, response_class=Response, responses=XML)
async def get_own_saml_metadata(resources: AllResources) -> Response:
    """Metadata of this service provider: its name, where answers go, and its certificates."""
    return Response(await service.own_metadata(resources), media_type=METADATA)


@router.get(
    "/team/resources/sso/v1/configurations/{connection_id}/sp-metadata",
    response_class=Response,
    responses=XML,
)
async def get_saml_metadata_of_connection(
    db: Transaction, caller: CanRead, resources: AllResources, connection_id: UUID
) -> Response:
    """The same as this connection needs it: with the name that its provider knows us by. 404
    `sso.not_found`."""
    connection = await connections.find(db, caller.tenant_id, connection_id)
    await db.pause()
    text = await service.own_metadata(resources, connection)
    headers = {"content-disposition": 'attachment; filename="gatehouse-saml-metadata.xml"'}
    return Response(text, media_type=METADATA, headers=headers)
