"""A backend of the vendor in one of the accounts: what the account's own people call, it may call for them.

It brings its vendor token, and names the account in `frontegg-tenant-id`; with `frontegg-user-id` the call
is about that person, as if they made it (wire reference, the vendor's calls). Without a person it is like
an API token of the account. How much it may is said by the credential's own permissions, each of which
stands for some of those that people hold; what changes a subscription, spends an account's money or shows its
keys stands under none. In an account that one of the staff enters first, only a credential that may say who
is staff decides who is in, what they may do, and by which rules they sign in.

The vendor's own people do not act so: they have the console, and impersonation, which the account is told of.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from uuid import UUID

from fastapi import Request

from gatehouse.access.errors import (
    AccountNeeded,
    AccountNotFound,
    MissingPermission,
    PersonNotFound,
    StaffProtected,
)
from gatehouse.access.header_names import ACCOUNT, PERSON
from gatehouse.access.permissions import Permission, grants_permission
from gatehouse.access.principal import Principal, PrincipalKind
from gatehouse.access.proof import BACKEND, TokenSubject
from gatehouse.access.tokens import AccessTokens, Claims
from gatehouse.access.vendor import AUDIENCE, ONLY_AN_OWNER, VendorPermission
from gatehouse.kit.db import Database, Db, Query
from gatehouse.kit.tenant_ids import header_text, inner_id

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

# Each of them opens a way into an account, sooner or later.
OPENING = (
    VendorPermission.WRITE_USERS,
    VendorPermission.WRITE_ROLES,
    VendorPermission.WRITE_API_TOKENS,
    VendorPermission.WRITE_TENANTS,
)


@dataclass(frozen=True, slots=True)
class BackendCredential:
    """The live credential; the person by `email` where one was named who belongs to the account, which is
    `staffs` where one of the staff enters it first."""

    name: str
    permissions: list[str]
    account: bool
    email: str | None
    staffs: bool


# Of a credential that is to act as one of the vendor's own people.
HELD_FOR_STAFF = Query(
    list[str],
    """
    select c.permissions from gatehouse_credential($1) c
    where exists (select from staff st where st.user_id = $2)
    """,
)
DEFAULT_ACCOUNT = Query(UUID, "select default_tenant_id from users where id = $1")

# Whoever may not enter just now can still be spoken of: they belong there. A sub-select: PostgreSQL 18
# would find the user of a second left join by `$2`, whether or not the first one found a membership.
FOUND = Query(
    BackendCredential,
    """
    select c.name, c.permissions, t.id is not null as account, (
        select u.email from memberships m join users u on u.id = m.user_id
        where m.tenant_id = t.id and m.user_id = $2
      ) as email, exists (
        select from staff st join users u on u.id = st.user_id where u.default_tenant_id = t.id
      ) as staffs
    from gatehouse_credential($1) c
    left join tenants t on t.id = $3 and t.deleted_at is null
    """,
)


async def claims_of(request: Request, token: str) -> Claims:
    """Of a vendor token and the account and person that the headers name. `InvalidToken`, `AccountNeeded`,
    `PersonNotFound`; `MissingPermission` for the token of one of the vendor's own people, `StaffProtected`
    for what would change one of them."""
    resources = request.app.state.resources
    tokens: AccessTokens = resources[AccessTokens]
    claims = await tokens.verify(token, audiences=(AUDIENCE,))
    if claims.get("sid"):
        raise MissingPermission("Only a backend's credential acts for an account")
    person, account = (
        _parse_id_header(request, PERSON, UUID),
        _parse_id_header(request, ACCOUNT, inner_id),
    )
    if person and request.method not in ("GET", "HEAD"):
        await _protect_staff(resources[Database], UUID(claims["sub"]), person)
    if account is None:
        account = await _account_of(resources[Database], person)
    return {
        "type": BACKEND,
        "sub": claims["sub"],
        "tenantId": str(account),
        "userId": str(person) if person else None,
    }


def _parse_id_header(request: Request, header: str, read: Callable[[str], UUID]) -> UUID | None:
    text = request.headers.get(header)
    try:
        return read(header_text(text)) if text else None
    except ValueError:
        raise AccountNeeded(f"{header}: must be an id") from None


async def _protect_staff(database: Database, credential_id: UUID, person: UUID) -> None:
    """Whoever could add a second factor to their account would soon have their role."""
    async with database.one_statement() as db:
        held = await HELD_FOR_STAFF.first(db, credential_id, person)
    if held is not None and not any(
        grants_permission(one, VendorPermission.WRITE_STAFF) for one in held
    ):
        raise StaffProtected(ONLY_AN_OWNER)


async def _account_of(database: Database, person: UUID | None) -> UUID:
    """The one that the person enters first."""
    if person is None:
        raise AccountNeeded(f"Name the account in {ACCOUNT}")
    async with database.one_statement() as db:
        account = await DEFAULT_ACCOUNT.first(db, person)
    if account is None:
        raise PersonNotFound("The user was not found")
    return account


async def load_backend_principal(db: Db, proof: TokenSubject) -> Principal:
    """`InvalidToken` when the credential was revoked; `AccountNotFound`, `PersonNotFound`."""
    person = proof.subject_id if proof.subject_id != proof.id else None
    found = await FOUND.first(db, proof.id, person, proof.tenant_id)
    if found is None:
        raise proof.ended()
    if not found.account:
        raise AccountNotFound("The account was not found")
    if person is not None and found.email is None:
        raise PersonNotFound("The user was not found")
    return Principal(
        kind=PrincipalKind.BACKEND,
        subject_id=proof.id,
        tenant_id=proof.tenant_id,
        application_id=None,
        person_id=person,
        # What is bound to a session, such as a code that was sent, is bound to the credential.
        session=proof.id if person else None,
        email=found.email or "",
        name=found.name,
        permissions=permissions_for_backend(tuple(found.permissions), staffs=found.staffs),
        level=0,
    )


@lru_cache(64)
def permissions_for_backend(held: tuple[str, ...], *, staffs: bool = False) -> tuple[str, ...]:
    """What people may do that a credential with these permissions may do for them; `staffs`: in an account
    that one of the staff enters first."""
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
    opening = permissions_for_backend(OPENING)
    return tuple(one for one in found if ".read" in one or one not in opening)
