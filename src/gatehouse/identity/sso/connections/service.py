"""Creating, changing and deleting connections.

A connection decides which users can sign in and with which roles. Each change therefore requires that the
caller may assign all roles of the connection, and is announced with high severity. A vendor's backend manages
the connections of the account that its request names.
"""

from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any
from uuid import UUID

from gatehouse.access import backend
from gatehouse.access.errors import MissingPermission
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal, PrincipalKind
from gatehouse.access.proof import TokenSubject
from gatehouse.access.vendor import VendorPrincipal, may_read_secrets
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.audit.service import announce_event
from gatehouse.directory.roles.errors import BeyondOwn
from gatehouse.directory.roles.service import lock_and_reload_caller, require_assignable_roles
from gatehouse.identity.mails.service import build_mail_link
from gatehouse.identity.sso import errors, events
from gatehouse.identity.sso.connections import queries, schemas
from gatehouse.identity.sso.connections.certificates import (
    PinnedCertificate,
    parse_pinned_certificates,
)
from gatehouse.identity.sso.connections.models import MetadataSource, SsoConnection
from gatehouse.identity.sso.connections.queries import OIDC_SECRET
from gatehouse.identity.sso.saml.metadata import is_secure_url
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id
from gatehouse.kit.db import Db
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.list_changes import merge_list
from gatehouse.kit.resources import Resources
from gatehouse.vendor.client.saml import SamlAddresses, build_saml_addresses
from gatehouse.vendor.current import configuration_of

MOST = 20
OIDC_CALLBACK = "/account/oidc/callback"


def get_service_provider_addresses(resources: Resources) -> SamlAddresses:
    return build_saml_addresses(configuration_of(resources), resources[Deployment].public_url)


def get_oidc_redirect_uri(resources: Resources) -> str:
    """The redirect URI for providers of OpenID Connect; the vendor may have configured another one."""
    return configuration_of(resources).vendor.oidc_redirect_uri or build_mail_link(
        resources, OIDC_CALLBACK
    )


def to_connection_response(
    resources: Resources, connection: SsoConnection
) -> schemas.SsoConnectionOut:
    return schemas.SsoConnectionOut.from_row(
        connection, get_service_provider_addresses(resources), get_oidc_redirect_uri(resources)
    )


async def list_connections(db: Db, tenant_id: UUID) -> list[SsoConnection]:
    """List the connections of a tenant, the oldest first."""
    return await queries.ALL.all(db, tenant_id)


async def get_connection(db: Db, tenant_id: UUID, connection_id: UUID) -> SsoConnection:
    """Raises `SsoConnectionNotFound` when the tenant has no such connection."""
    found = await queries.ONE.first(db, tenant_id, connection_id)
    if found is None:
        raise errors.SsoConnectionNotFound("The single sign-on connection was not found")
    return found


async def lock_connection_for_change(
    db: Db, caller: Principal, permission: Permission, connection_id: UUID
) -> tuple[Principal, SsoConnection]:
    """Lock a connection for a change. Returns the caller with current permissions, and the connection. Raises
    `SsoConnectionNotFound`, and `SsoConnectionOutranksYou` when it grants a role that the caller may not
    give."""
    caller = await lock_and_reload_caller(db, caller, permission)
    connection = await get_connection(db, caller.tenant_id, connection_id)
    await require_givable_roles(db, caller, [connection])
    return caller, connection


async def require_givable_roles(
    db: Db, caller: Principal, changed: Iterable[SsoConnection]
) -> None:
    """Raises `SsoConnectionOutranksYou` where a connection gives a role that the caller may not give."""
    given = {role for connection in changed for role in connection.granted_role_ids}
    try:
        await require_assignable_roles(db, caller, given)
    except BeyondOwn as error:
        raise errors.SsoConnectionOutranksYou(
            "This connection assigns a role that you cannot assign"
        ) from error


async def create_connection(
    db: Db,
    resources: Resources,
    caller: Principal,
    data: schemas.SsoConnectionIn,
    source: MetadataSource = "form",
    metadata_url: str = "",
) -> SsoConnection:
    """Create a connection. Raises `BadCertificate`, `ConnectionIncomplete`, `OidcOff`, `PlainHttp`,
    `TooManySsoConnections` or `roles.BeyondOwn`."""
    certificates = (
        parse_pinned_certificates(data.public_certificate) if data.public_certificate else []
    )
    caller = await lock_and_reload_caller(db, caller, Permission.WRITE_SAML_CONFIGURATION)
    if await queries.COUNT.one(db, caller.tenant_id) >= MOST:
        raise errors.TooManySsoConnections(
            f"The limit of {MOST} connections is reached. Delete one that you do not use."
        )
    roles = [role.id for role in await require_assignable_roles(db, caller, data.role_ids or [])]
    connection_id = new_id()
    values = queries.DEFAULTS | _compute_changed_columns(
        resources, connection_id, data, queries.DEFAULTS
    )
    values |= {"metadata_source": source, "metadata_url": metadata_url}
    await queries.ADD.run(
        db, caller.tenant_id, connection_id, clock.now(), *_list_column_values(values)
    )
    await _replace_certificates(db, caller.tenant_id, connection_id, certificates)
    await queries.SET_ROLES.run(db, caller.tenant_id, connection_id, roles)
    connection = _require_complete_connection(
        await get_connection(db, caller.tenant_id, connection_id)
    )
    _require_oidc_offered(resources, connection, data)
    event = events.SsoConnectionCreated(caller.tenant_id, connection_id, connection.type)
    await announce_event(db, event, by=caller.actor)
    return connection


async def change_connection(
    db: Db,
    resources: Resources,
    caller: Principal,
    connection_id: UUID,
    data: schemas.SsoConnectionIn,
    source: MetadataSource | None = None,
    metadata_url: str = "",
) -> SsoConnection:
    """Change a connection. Raises `SsoConnectionNotFound`, `SsoConnectionOutranksYou`, `BadCertificate`,
    `ConnectionIncomplete`, `OidcOff`, `PlainHttp` or `roles.BeyondOwn`."""
    certificates = (
        parse_pinned_certificates(data.public_certificate) if data.public_certificate else []
    )
    caller, before = await lock_connection_for_change(
        db, caller, Permission.WRITE_SAML_CONFIGURATION, connection_id
    )
    values = asdict(before)
    values |= _compute_changed_columns(resources, connection_id, data, values)
    if source is not None:
        values |= {"metadata_source": source, "metadata_url": metadata_url}
    await queries.CHANGE.run(
        db, caller.tenant_id, connection_id, clock.now(), *_list_column_values(values)
    )
    if data.public_certificate is not None:
        await _replace_certificates(db, caller.tenant_id, connection_id, certificates)
    if data.role_ids is not None:
        await _store_connection_roles(db, caller, before, data.role_ids)
    connection = _require_complete_connection(
        await get_connection(db, caller.tenant_id, connection_id)
    )
    _require_oidc_offered(resources, connection, data)
    changed = sorted(data.model_dump(exclude_none=True))
    event = events.SsoConnectionUpdated(
        caller.tenant_id,
        connection_id,
        connection.type,
        connection.enabled,
        connection.enforced,
        changed,
    )
    await announce_event(db, event, by=caller.actor)
    return connection


async def delete_connection(db: Db, caller: Principal, connection_id: UUID) -> None:
    """Delete a connection with its domains and groups. Its users need another sign-in method from then on.
    Raises `SsoConnectionNotFound` or `SsoConnectionOutranksYou`."""
    caller, before = await lock_connection_for_change(
        db, caller, Permission.DELETE_SAML_CONFIGURATION, connection_id
    )
    await queries.DELETE.run(db, caller.tenant_id, connection_id)
    event = events.SsoConnectionDeleted(caller.tenant_id, connection_id, before.type)
    await announce_event(db, event, by=caller.actor)


async def set_connection_roles(
    db: Db,
    caller: Principal,
    connection_id: UUID,
    role_ids: list[UUID],
    base_role_ids: list[UUID] | None = None,
) -> None:
    """Set the roles of all users who sign in through the connection; see `merge_list` for `base_role_ids`.
    Raises `SsoConnectionNotFound`, `SsoConnectionOutranksYou`, `roles.BeyondOwn` or `roles.RoleNotFound`."""
    caller, before = await lock_connection_for_change(
        db, caller, Permission.WRITE_SAML_CONFIGURATION, connection_id
    )
    wanted = merge_list(before.role_ids, base_role_ids, role_ids)
    roles = await _store_connection_roles(db, caller, before, wanted)
    event = events.SsoRolesChanged(caller.tenant_id, connection_id, before.type, roles)
    await announce_event(db, event, by=caller.actor)


async def _store_connection_roles(
    db: Db, caller: Principal, connection: SsoConnection, role_ids: list[UUID]
) -> list[UUID]:
    roles = [role.id for role in await require_assignable_roles(db, caller, role_ids)]
    await queries.SET_ROLES.run(db, caller.tenant_id, connection.id, roles)
    return roles


async def _replace_certificates(
    db: Db, tenant_id: UUID, connection_id: UUID, certificates: list[PinnedCertificate]
) -> None:
    fingerprints = [one.fingerprint for one in certificates]
    await queries.DROP_CERTIFICATES.run(db, tenant_id, connection_id, fingerprints)
    await queries.ADD_CERTIFICATES.run(
        db, tenant_id, connection_id, clock.now(), [new_id() for _ in certificates],
        [one.pem for one in certificates], fingerprints,
        [one.not_before for one in certificates], [one.expires_at for one in certificates],
    )  # fmt: skip


def _list_column_values(values: dict[str, Any]) -> list[Any]:
    return [values[name] for name in queries.DEFAULTS]


def _compute_changed_columns(
    resources: Resources, connection_id: UUID, data: schemas.SsoConnectionIn, before: dict[str, Any]
) -> dict[str, Any]:
    """The column values that the request body sets."""
    given = data.model_dump(exclude_none=True)
    values = {name: given[name] for name in queries.DEFAULTS if name in given}
    _require_https(values, before)
    if data.sp_entity_id is not None:
        # Clients send back the entity id from the response; the default is stored as empty.
        is_ours = data.sp_entity_id == get_service_provider_addresses(resources).sp_entity_id
        values["audience"] = "" if is_ours else data.sp_entity_id
    secret = data.oidc_secret
    if secret is not None and not (secret == schemas.HIDDEN and before["sealed_oidc_secret"]):
        values["sealed_oidc_secret"] = (
            queries.OIDC_SECRET.seal(resources[Box], connection_id, secret.encode())
            if secret
            else None
        )
    elif values.get("sso_endpoint", before["sso_endpoint"]) != before["sso_endpoint"]:
        # The secret belongs to the previous provider; the new address must not receive it.
        values["sealed_oidc_secret"] = None
    if data.enabled is False:
        values["enforced"] = False
    return values


def _require_https(values: dict[str, Any], before: dict[str, Any]) -> None:
    """Raises `PlainHttp` when an address changes to one without HTTPS; stored addresses stay usable."""
    for name in ("sso_endpoint", "slo_endpoint"):
        url = values.get(name)
        if url and url != before[name] and not is_secure_url(url):
            raise errors.PlainHttp("The address of the identity provider must begin with https://")


def _require_oidc_offered(
    resources: Resources, connection: SsoConnection, data: schemas.SsoConnectionIn
) -> None:
    """Raises `OidcOff` when the request enables a connection of OpenID Connect and the vendor allows SAML
    only."""
    is_offered = configuration_of(resources).vendor.oidc_connections
    if data.enabled and connection.is_oidc and not is_offered:
        raise errors.OidcOff("OpenID Connect connections are not allowed. Use SAML.")


def _require_complete_connection(connection: SsoConnection) -> SsoConnection:
    """Raises `ConnectionIncomplete` when the connection is enabled with required fields missing, or enforced
    but not enabled."""
    if connection.enforced and not connection.enabled:
        raise errors.ConnectionIncomplete(
            "Turn the connection on before you require it", missing=["enabled"]
        )
    if connection.enabled and (missing := connection.missing_fields):
        raise errors.ConnectionIncomplete(
            f"The connection cannot be turned on without {', '.join(missing)}", missing=missing
        )
    return connection


async def save_connection(
    db: Db,
    resources: Resources,
    caller: Principal,
    data: schemas.SsoConnectionIn,
    connection_id: UUID | None,
    source: MetadataSource | None = None,
    metadata_url: str = "",
) -> SsoConnection:
    """Change a connection, or create one where none is named. Raises the errors of both."""
    if connection_id is None:
        return await create_connection(db, resources, caller, data, source or "form", metadata_url)
    return await change_connection(db, resources, caller, connection_id, data, source, metadata_url)


async def list_connections_as_given(
    db: Db, resources: Resources, tenant_id: UUID, *, with_secrets: bool
) -> list[schemas.TenantSsoConnectionOut]:
    rows = await list_connections(db, tenant_id)
    return [
        _to_tenant_connection_response(resources, row, with_secret=with_secrets) for row in rows
    ]


async def save_tenant_connection(
    db: Db,
    resources: Resources,
    caller: VendorPrincipal,
    data: schemas.TenantSsoIn,
    connection_id: UUID | None = None,
) -> schemas.TenantSsoConnectionOut:
    """Create or change a connection of the account. Raises the errors of `save_connection`, and
    `AccountNotFound`."""
    principal = await _load_backend_principal(db, caller, data.tenant_id)
    row = await save_connection(db, resources, principal, data, connection_id)
    if data.public_certificate is not None:
        await queries.KEEP_GIVEN_CERTIFICATE.run(db, row.tenant_id, row.id, data.public_certificate)
        row = replace(row, certificate_given=data.public_certificate)
    return _to_tenant_connection_response(resources, row, with_secret=may_read_secrets(caller))


async def may_see_secrets(db: Db, caller: Principal) -> bool:
    """Whether the credential of a backend that acts in an account has the permission to see secrets."""
    held = await queries.CREDENTIAL_PERMISSIONS.first(db, caller.subject_id)
    return held is not None and VendorPermission.SEE_SECRETS in held


async def _load_backend_principal(db: Db, caller: VendorPrincipal, tenant_id: UUID) -> Principal:
    """The backend principal in the tenant. Raises `MissingPermission` for staff, who cannot act for an
    account."""
    if caller.email is not None:
        raise MissingPermission("Only a backend credential can act for a tenant")
    credential = caller.credential_id
    principal = await backend.load_backend_principal(
        db, TokenSubject(PrincipalKind.BACKEND, credential, credential, tenant_id), caller.client
    )
    return principal.must(Permission.WRITE_SAML_CONFIGURATION)


def _to_tenant_connection_response(
    resources: Resources, row: SsoConnection, *, with_secret: bool
) -> schemas.TenantSsoConnectionOut:
    secret, sealed = "", row.sealed_oidc_secret
    if with_secret and sealed:
        secret = OIDC_SECRET.open(resources[Box], row.id, sealed).decode()
    shown = to_connection_response(resources, row)
    return schemas.TenantSsoConnectionOut.from_connection(row, shown, secret)
