"""Groups of a single sign-on connection (wire-api §14)."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.identity.sso.connections import service
from gatehouse.identity.sso.connections.schemas import SsoGroupOut
from gatehouse.identity.sso.groups import service as groups
from gatehouse.identity.sso.groups.schemas import SsoGroupChange, SsoGroupIn


@router.get("/configurations/{connection_id}/groups", permission=Permission.READ_SAML_CONFIGURATION)
async def list_sso_groups(
    db: Transaction, caller: Caller, connection_id: UUID
) -> list[SsoGroupOut]:
    """List the groups of a connection, the oldest first. 404 `sso.not_found`."""
    row = await service.find_connection(db, caller.tenant_id, connection_id)
    return [SsoGroupOut.model_validate(group) for group in row.groups]


@router.post(
    "/configurations/{connection_id}/groups",
    permission=Permission.WRITE_SAML_CONFIGURATION,
    status_code=201,
)
async def create_sso_group(
    db: Transaction, caller: Caller, client: CurrentClient, connection_id: UUID, data: SsoGroupIn
) -> SsoGroupOut:
    """Create a group; users in this group at the provider get its roles. 403 `roles.beyond_own`,
    `sso.outranks_you`; 404 `sso.not_found`; 409 `sso.group_exists`, `sso.too_many_groups`."""
    return await groups.create_sso_group(db, caller, client, connection_id, data)


@router.patch(
    "/configurations/{connection_id}/groups/{group_id}",
    permission=Permission.WRITE_SAML_CONFIGURATION,
)
async def change_sso_group(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    connection_id: UUID,
    group_id: UUID,
    data: SsoGroupChange,
) -> Response:
    """Change a group. 403 `roles.beyond_own`, `sso.outranks_you`; 404 `sso.not_found`, `sso.group_not_found`;
    409 `sso.group_exists`."""
    await groups.change_sso_group(db, caller, client, connection_id, group_id, data)
    return Response()


@router.delete(
    "/configurations/{connection_id}/groups/{group_id}",
    permission=Permission.DELETE_SAML_CONFIGURATION,
)
async def delete_sso_group(
    db: Transaction, caller: Caller, client: CurrentClient, connection_id: UUID, group_id: UUID
) -> Response:
    """Delete a group; its users lose its roles at their next sign-in. 403 `sso.outranks_you`; 404
    `sso.not_found`, `sso.group_not_found`."""
    await groups.delete_sso_group(db, caller, client, connection_id, group_id)
    return Response()
