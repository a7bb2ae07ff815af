"""Calls of the vendor's backends for one tenant, on the routes that the tenant's users call.

The backend sends its vendor token, and names the tenant in `frontegg-tenant-id`; with `frontegg-user-id` the
call is made for that user (wire reference, the vendor's calls). Without a user it is like an API token of the
tenant. The credential's own permissions decide what it may do: each stands for some of the permissions that
users hold; what changes a subscription, spends a tenant's money or shows its keys stands under none. In the
default tenant of a staff member, only a credential that may manage staff decides about members, their
permissions and the sign-in policies.

Staff do not use this: they have the console, and impersonation, which the tenant is notified of.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from uuid import UUID

from fastapi import Request

from gatehouse.access import errors
from gatehouse.access.client import ACCOUNT, PERSON, Client
from gatehouse.access.permissions import Permission, grants_permission
from gatehouse.access.principal import Principal, PrincipalKind
from gatehouse.access.proof import BACKEND, TokenSubject
from gatehouse.access.tokens import AccessTokens, Claims
from gatehouse.access.vendor import AUDIENCE, ONLY_AN_OWNER
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.kit.db import Database, Db, Query
from gatehouse.kit.db.configuration_version import VERSION, confirm_version
from gatehouse.kit.tenant_ids import decode_header, inner_id

STANDS_FOR: dict[VendorPermission, tuple[str, ...]] = {
    VendorPermission.READ_USERS: (
        "fe.secure.read.users",
        "fe.secure.read.groups",
        "fe.secure.read.userSubTenants",
    ),
    VendorPermission.WRITE_USERS: (
        "fe.secure.*.users",
        "fe.secure.*.groups",
        "fe.secure.*.groupsUsers",
        "fe.secure.*.userSubTenants",
        "fe.secure.*.appsUsers",
        "fe.secure.*.tenantInvites",
        "fe.secure.delete.sessions",
        "fe.secure.write.enableDisable",
        "fe.secure.write.resendActivationEmail",
        "fe.secure.write.updateUser",
        "fe.secure.*.usersRoles",
        "fe.secure.*.groupsRoles",
    ),
    VendorPermission.READ_ROLES: ("fe.secure.read.roles", "fe.secure.read.permissions"),
    VendorPermission.WRITE_ROLES: (
        "fe.secure.*.roles",
        "fe.secure.delete.role",
        "fe.secure.write.updateRole",
    ),
    VendorPermission.READ_API_TOKENS: (
        "fe.secure.read.tenantApiTokens",
        "fe.secure.read.userApiTokens",
    ),
    VendorPermission.WRITE_API_TOKENS: (
        "fe.secure.*.tenantApiTokens",
        "fe.secure.*.userApiTokens",
    ),
    VendorPermission.READ_TENANTS: (
        "fe.account-hierarchy.read.*",
        "fe.account-settings.read.*",
        "fe.secure.read.accountSettings",
        "fe.secure.read.*Restrictions",
        "fe.secure.read.passwordExpirationConfiguration",
        "fe.secure.read.provisioningConfiguration",
        "fe.secure.read.samlConfiguration",
        "fe.secure.read.securityPolicy",
    ),
    VendorPermission.WRITE_TENANTS: (
        "fe.account-hierarchy.*",
        "fe.account-settings.*",
        "fe.secure.*.accountSettings",
        "fe.secure.*.*Restrictions",
        "fe.secure.*.passwordExpirationConfiguration",
        "fe.secure.*.provisioningConfiguration",
        "fe.secure.*.samlConfiguration",
        "fe.secure.*.securityPolicy",
    ),
    VendorPermission.READ_AUDITS: ("fe.secure.read.audits",),
    VendorPermission.READ_EVENTS: ("fe.connectivity.read.*",),
    VendorPermission.WRITE_EVENTS: ("fe.connectivity.*",),
    VendorPermission.READ_LICENSES: (
        "fe.subscriptions.read.billing",
        "fe.usage.read",
        "licensing.read.licenses",
    ),
}

# Each of these permissions can lead to access to an account.
OPENING = (
    VendorPermission.WRITE_USERS,
    VendorPermission.WRITE_ROLES,
    VendorPermission.WRITE_API_TOKENS,
    VendorPermission.WRITE_TENANTS,
)


@dataclass(frozen=True, slots=True)
class BackendCredential:
    """The live credential. `email` is that of the named user, if they are a member of the tenant; `staffs` is
    true for the default tenant of a staff member."""

    name: str
    permissions: list[str]
    account: bool
    email: str | None
    staffs: bool
    configuration_version: int


# Permissions of a credential that is to act as a staff member.
HELD_FOR_STAFF = Query(
    list[str],
    """
    select c.permissions from gatehouse_credential($1) c
    where exists (select from staff st where st.user_id = $2)
    """,
)
DEFAULT_ACCOUNT = Query(UUID, "select default_tenant_id from users where id = $1")

# Members who may not enter at the moment are found too. A sub-select: PostgreSQL 18 would find the user of a
# second left join by `$2`, whether or not the first one found a membership.
FOUND = Query(
    BackendCredential,
    f"""
    select c.name, c.permissions, t.id is not null as account, (
        select u.email from memberships m join users u on u.id = m.user_id
        where m.tenant_id = t.id and m.user_id = $2
      ) as email, exists (
        select from staff st join users u on u.id = st.user_id where u.default_tenant_id = t.id
      ) as staffs, {VERSION} as configuration_version
    from gatehouse_credential($1) c
    left join tenants t on t.id = $3 and t.deleted_at is null
    """,
)


async def verify_backend_token(request: Request, token: str) -> Claims:
    """Claims of a vendor token, and the tenant and user that the headers name. Raises `InvalidToken`,
    `AccountNeeded`, `PersonNotFound`; `MissingPermission` for the vendor token of a staff member;
    `StaffProtected` for a write call on a staff member."""
    resources = request.app.state.resources
    tokens: AccessTokens = resources[AccessTokens]
    claims = await tokens.verify(token, audiences=(AUDIENCE,))
    if claims.get("sid"):
        raise errors.MissingPermission("Only a backend credential can act for a tenant")
    person, account = (
        _parse_id_header(request, PERSON, UUID),
        _parse_id_header(request, ACCOUNT, inner_id),
    )
    if person and request.method not in ("GET", "HEAD"):
        await _protect_staff(resources[Database], UUID(claims["sub"]), person)
    if account is None:
        account = await _get_default_tenant(resources[Database], person)
    return {
        "type": BACKEND,
        "sub": claims["sub"],
        "tenantId": str(account),
        "userId": str(person) if person else None,
    }


def _parse_id_header(request: Request, header: str, read: Callable[[str], UUID]) -> UUID | None:
    text = request.headers.get(header)
    try:
        return read(decode_header(text)) if text else None
    except ValueError:
        raise errors.AccountNeeded(f"{header}: must be an ID") from None


async def _protect_staff(database: Database, credential_id: UUID, person: UUID) -> None:
    """Raises `StaffProtected` when the user is staff and the credential may not manage staff: a credential
    that could add an MFA factor to their account would soon have their role."""
    async with database.one_statement() as db:
        held = await HELD_FOR_STAFF.first(db, credential_id, person)
    if held is not None and not any(
        grants_permission(one, VendorPermission.WRITE_STAFF) for one in held
    ):
        raise errors.StaffProtected(ONLY_AN_OWNER)


async def _get_default_tenant(database: Database, person: UUID | None) -> UUID:
    """The user's default tenant."""
    if person is None:
        raise errors.AccountNeeded(f"Set {ACCOUNT} to the ID of the tenant")
    async with database.one_statement() as db:
        account = await DEFAULT_ACCOUNT.first(db, person)
    if account is None:
        raise errors.PersonNotFound("The user was not found")
    return account


async def load_backend_principal(db: Db, proof: TokenSubject, client: Client) -> Principal:
    """Raises `InvalidToken` when the credential was revoked; `AccountNotFound`, `PersonNotFound`."""
    person = proof.subject_id if proof.subject_id != proof.id else None
    found = await FOUND.first(db, proof.id, person, proof.tenant_id)
    if found is None:
        raise proof.build_ended_error()
    confirm_version(found.configuration_version)
    if not found.account:
        raise errors.AccountNotFound("The tenant was not found")
    if person is not None and found.email is None:
        raise errors.PersonNotFound("The user was not found")
    return Principal(
        kind=PrincipalKind.BACKEND,
        subject_id=proof.id,
        tenant_id=proof.tenant_id,
        application_id=None,
        person_id=person,
        # Data bound to a session, such as a code that was sent, is bound to the credential.
        session=proof.id if person else None,
        email=found.email or "",
        name=found.name,
        permissions=list_backend_permissions(tuple(found.permissions), staffs=found.staffs),
        level=0,
        client=client,
    )


@lru_cache(64)
def list_backend_permissions(held: tuple[str, ...], *, staffs: bool = False) -> tuple[str, ...]:
    """User permissions that a credential with these vendor permissions has; `staffs`: in the default tenant
    of a staff member."""
    patterns = [
        pattern
        for vendors, stood_for in STANDS_FOR.items()
        if any(grants_permission(one, vendors) for one in held)
        for pattern in stood_for
    ]
    found = tuple(
        one for one in Permission if any(grants_permission(pattern, one) for pattern in patterns)
    )
    if not staffs or any(grants_permission(one, VendorPermission.WRITE_STAFF) for one in held):
        return found
    opening = list_backend_permissions(OPENING)
    return tuple(one for one in found if ".read" in one or one not in opening)
