"""Single sign-on connections (wire-api §14; admin portal, section sso)."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.identity.sso.connections import expiry as _expiry  # noqa: F401  registers its job
from gatehouse.identity.sso.connections import service
from gatehouse.identity.sso.connections.schemas import (
    RolesBody,
    RolesChange,
    SsoConnectionIn,
    SsoConnectionOut,
)
from gatehouse.kit.resources import AllResources

router = Router(prefix="/team/resources/sso/v1", tags=["Single sign-on"])


@router.get("/configurations", permission=Permission.READ_SAML_CONFIGURATION)
async def list_sso_connections(
    db: Transaction, caller: Caller, resources: AllResources
) -> list[SsoConnectionOut]:
    """List the connections of the account, the oldest first."""
    rows = await service.list_of(db, caller.tenant_id)
    return [service.to_connection_response(resources, row) for row in rows]


@router.post("/configurations", permission=Permission.WRITE_SAML_CONFIGURATION, status_code=201)
async def create_sso_connection(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    resources: AllResources,
    data: SsoConnectionIn,
) -> SsoConnectionOut:
    """Create a connection, of type `saml` and disabled unless the body says otherwise. 400 `sso.incomplete`
    when it is enabled too early, `sso.bad_certificate`; 403 `roles.beyond_own`; 409 `sso.too_many`."""
    row = await service.create_connection(db, resources, caller, client, data)
    return service.to_connection_response(resources, row)


@router.patch("/configurations/{connection_id}", permission=Permission.WRITE_SAML_CONFIGURATION)
async def change_sso_connection(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    resources: AllResources,
    connection_id: UUID,
    data: SsoConnectionIn,
) -> SsoConnectionOut:
    """Change a connection. 400 as for creating one; 403 `roles.beyond_own`, and `sso.outranks_you` for a
    connection with a role that the caller may not give; 404 `sso.not_found`. A connection that is disabled is
    no longer enforced."""
    row = await service.change_connection(db, resources, caller, client, connection_id, data)
    return service.to_connection_response(resources, row)


@router.delete("/configurations/{connection_id}", permission=Permission.DELETE_SAML_CONFIGURATION)
async def delete_sso_connection(
    db: Transaction, caller: Caller, client: CurrentClient, connection_id: UUID
) -> Response:
    """Delete a connection with its domains and groups. 403 `sso.outranks_you`; 404 `sso.not_found`."""
    await service.delete_connection(db, caller, client, connection_id)
    return Response()


@router.get("/configurations/{connection_id}/roles", permission=Permission.READ_SAML_CONFIGURATION)
async def list_sso_default_roles(db: Transaction, caller: Caller, connection_id: UUID) -> RolesBody:
    """List the roles that every user gets who signs in through the connection. 404 `sso.not_found`."""
    row = await service.find_connection(db, caller.tenant_id, connection_id)
    return RolesBody(role_ids=row.role_ids)


@router.put(
    "/configurations/{connection_id}/roles",
    permission=Permission.WRITE_SAML_CONFIGURATION,
    status_code=201,
)
async def set_sso_default_roles(
    db: Transaction, caller: Caller, client: CurrentClient, connection_id: UUID, data: RolesChange
) -> Response:
    """Set the roles that users get at their next sign-in through the connection. 403 `roles.beyond_own`,
    `sso.outranks_you`; 404 `sso.not_found`, `roles.not_found`."""
    await service.set_roles(db, caller, client, connection_id, data.role_ids, data.base_role_ids)
    return Response(status_code=201)
