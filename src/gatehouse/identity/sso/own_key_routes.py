"""SAML metadata and certificate of Gatehouse, for import at identity providers."""

from typing import Any
from uuid import UUID

from fastapi import Response

from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.identity.sso import own_keys
from gatehouse.identity.sso.connections import service as connections
from gatehouse.identity.sso.saml import certificates
from gatehouse.kit.resources import AllResources
from gatehouse.vendor.client.saml import ENTITY_PATH

LEGACY = "/team/resources/sso/v1/saml/configurations"
METADATA = "application/samlmetadata+xml"
PEM = "application/x-pem-file"
CERTIFICATE: dict[int | str, dict[str, Any]] = {
    200: {"content": {PEM: {"schema": {"type": "string"}}}, "description": "Certificate"}
}
XML: dict[int | str, dict[str, Any]] = {
    200: {"content": {METADATA: {"schema": {"type": "string"}}}, "description": "Metadata"}
}

READ = Permission.READ_SAML_CONFIGURATION
router = Router(tags=["Single sign-on"])


@router.get(ENTITY_PATH, response_class=Response, responses=XML)
async def get_own_saml_metadata(resources: AllResources) -> Response:
    """Metadata of this service provider: its name, where answers go, and its certificates."""
    return Response(await own_keys.build_service_provider_metadata(resources), media_type=METADATA)


@router.get(
    "/team/resources/sso/v1/configurations/{connection_id}/sp-metadata",
    permission=READ,
    response_class=Response,
    responses=XML,
)
async def get_saml_metadata_of_connection(
    db: Transaction, caller: Caller, resources: AllResources, connection_id: UUID
) -> Response:
    """Metadata of this service provider for one connection: with the name that its provider uses for it. 404
    `sso.not_found`."""
    connection = await connections.get_connection(db, caller.tenant_id, connection_id)
    await db.pause()
    return _file_response(
        await own_keys.build_service_provider_metadata(resources, connection), METADATA
    )


@router.get(LEGACY + "/sp-metadata", permission=READ, response_class=Response, responses=XML)
async def get_saml_sp_metadata(
    db: Transaction, caller: Caller, resources: AllResources
) -> Response:
    """Metadata of this service provider for the account's oldest connection; without one, the general
    metadata."""
    rows = await connections.list_connections(db, caller.tenant_id)
    await db.pause()
    return _file_response(
        await own_keys.build_service_provider_metadata(resources, rows[0] if rows else None),
        METADATA,
    )


@router.get(
    LEGACY + "/sp-certificate", permission=READ, response_class=Response, responses=CERTIFICATE
)
async def get_saml_sp_certificate(resources: AllResources) -> Response:
    """The certificate with which requests are signed, and for which answers are encrypted, in PEM."""
    keys = await own_keys.load_or_create_own_keys(resources)
    return _file_response(certificates.to_pem(keys[0].certificate).encode(), PEM)


def _file_response(content: bytes, kind: str) -> Response:
    name = "gatehouse-saml-metadata.xml" if kind == METADATA else "gatehouse-saml-certificate.pem"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)
