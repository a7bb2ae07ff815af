"""Connections from the provider's metadata (wire-api §14)."""

from uuid import UUID

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.identity.sso.connections.schemas import SsoConnectionOut
from gatehouse.identity.sso.connections import service
from gatehouse.identity.sso.metadata import service as metadata
from gatehouse.identity.sso.metadata.schemas import MetadataIn, MetadataUrlIn
from gatehouse.kit.resources import AllResources


@router.post(
    "/configurations/metadata", permission=Permission.WRITE_SAML_CONFIGURATION, status_code=201
)
async def create_sso_connection_by_metadata(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    resources: AllResources,
    data: MetadataIn,
) -> SsoConnectionOut:
    """Create a connection from metadata, of type `saml` and disabled. 400 `sso.bad_metadata`; refused as
    connections are."""
    row = await metadata.save_sso_metadata(db, resources, caller, client, data.metadata)
    return service.to_connection_response(resources, row)


@router.post(
    "/configurations/metadata-url", permission=Permission.WRITE_SAML_CONFIGURATION, status_code=201
)
async def create_sso_connection_by_metadata_url(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    resources: AllResources,
    data: MetadataUrlIn,
) -> SsoConnectionOut:
    """Create a connection from the metadata at a URL. 400 `sso.metadata_unreachable`, also for a private
    address; 429 `rate.limited`."""
    row = await metadata.save_from(db, resources, caller, client, data.url)
    return service.to_connection_response(resources, row)


@router.put(
    "/configurations/{connection_id}/metadata", permission=Permission.WRITE_SAML_CONFIGURATION
)
async def change_sso_connection_by_metadata(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    resources: AllResources,
    connection_id: UUID,
    data: MetadataIn,
) -> SsoConnectionOut:
    """Change a connection by metadata: endpoint, entity id and certificates are those of the document.
    Refused as creating is."""
    row = await metadata.save_sso_metadata(
        db, resources, caller, client, data.metadata, connection_id
    )
    return service.to_connection_response(resources, row)


@router.put(
    "/configurations/{connection_id}/metadata-url", permission=Permission.WRITE_SAML_CONFIGURATION
)
async def change_sso_connection_by_metadata_url(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    resources: AllResources,
    connection_id: UUID,
    data: MetadataUrlIn,
) -> SsoConnectionOut:
    """Change a connection by the metadata at a URL. Refused as creating is."""
    row = await metadata.save_from(db, resources, caller, client, data.url, connection_id)
    return service.to_connection_response(resources, row)
