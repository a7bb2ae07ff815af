"""Connections of the account that the request body names, managed by a vendor backend."""

from uuid import UUID

from gatehouse.access import backend
from gatehouse.access.client import Client
from gatehouse.access.errors import MissingPermission
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal, PrincipalKind
from gatehouse.access.proof import TokenSubject
from gatehouse.access.vendor import VendorPermission, VendorPrincipal, sees_secrets
from gatehouse.identity.sso.connections import queries
from gatehouse.identity.sso.connections import service as connections
from gatehouse.identity.sso.connections.models import SsoConnection
from gatehouse.identity.sso.connections.queries import OIDC_SECRET
from gatehouse.identity.sso.connections.vendor_schemas import TenantSsoConnectionOut, TenantSsoIn
from gatehouse.kit.crypto import Box
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources


async def list_of(
    db: Db, resources: Resources, tenant_id: UUID, *, with_secrets: bool
) -> list[TenantSsoConnectionOut]:
    given = {one.id: one.certificate_given for one in await queries.GIVEN.all(db, tenant_id)}
    return [
        TenantSsoConnectionOut.as_given(
            row,
            connections.to_connection_response(resources, row),
            given.get(row.id),
            _open_secret(resources, row) if with_secrets else "",
        )
        for row in await connections.list_of(db, tenant_id)
    ]


async def create_connection(
    db: Db, resources: Resources, caller: VendorPrincipal, client: Client, data: TenantSsoIn
) -> TenantSsoConnectionOut:
    """Create a connection of the account. Raises the errors of `connections.create_connection`, and
    `AccountNotFound`."""
    principal = await _in_account(db, caller, data.tenant_id)
    row = await connections.create_connection(db, resources, principal, client, data)
    return await _save_connection(db, resources, caller, row, data)


async def change_connection(
    db: Db,
    resources: Resources,
    caller: VendorPrincipal,
    client: Client,
    connection_id: UUID,
    data: TenantSsoIn,
) -> TenantSsoConnectionOut:
    """Change a connection of the account. Raises the errors of `connections.change_connection`, and
    `AccountNotFound`."""
    principal = await _in_account(db, caller, data.tenant_id)
    row = await connections.change_connection(db, resources, principal, client, connection_id, data)
    return await _save_connection(db, resources, caller, row, data)


async def may_see_secrets(db: Db, caller: Principal) -> bool:
    """Whether the credential of a backend that acts in an account has the permission to see secrets."""
    held = await queries.HELD.first(db, caller.subject_id)
    return held is not None and VendorPermission.SEE_SECRETS in held


async def _in_account(db: Db, caller: VendorPrincipal, tenant_id: UUID) -> Principal:
    """The backend principal in the tenant. Raises `MissingPermission` for staff, who cannot act for an
    account."""
    if caller.email is not None:
        raise MissingPermission("Only a backend's credential acts for an account")
    credential = caller.credential_id
    principal = await backend.load_backend_principal(
        db, TokenSubject(PrincipalKind.BACKEND, credential, credential, tenant_id)
    )
    return principal.must(Permission.WRITE_SAML_CONFIGURATION)


def _open_secret(resources: Resources, row: SsoConnection) -> str:
    sealed = row.sealed_oidc_secret
    return OIDC_SECRET.open(resources[Box], row.id, sealed).decode() if sealed else ""


async def _save_connection(
    db: Db, resources: Resources, caller: VendorPrincipal, row: SsoConnection, data: TenantSsoIn
) -> TenantSsoConnectionOut:
    if data.public_certificate is not None:
        await queries.KEEP.run(db, row.tenant_id, row.id, data.public_certificate)
    known = await list_of(db, resources, row.tenant_id, with_secrets=sees_secrets(caller))
    return next(one for one in known if one.id == row.id)
