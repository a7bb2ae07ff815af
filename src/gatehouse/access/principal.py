"""The caller, and the transaction in which a request acts."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import UUID

from fastapi import Depends, Request

from gatehouse.access.permissions import Permission, grants
from gatehouse.access.tokens import AccessTokens, Claims
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Db, Query, Scope
from gatehouse.kit.errors import Forbidden, Unauthenticated
from gatehouse.vendor.identity import VendorIdentity


@dataclass(frozen=True, slots=True)
class Principal:
    """Who calls, in which tenant, with which permissions (patterns as in the catalogue)."""

    user_id: UUID
    tenant_id: UUID
    session_id: UUID
    email: str
    name: str
    permissions: tuple[str, ...]
    level: int

    def may(self, permission: Permission) -> bool:
        return any(grants(held, permission) for held in self.permissions)


@dataclass(frozen=True, slots=True)
class CallerRow:
    email: str
    name: str
    permissions: list[str]
    level: int


# One round trip: the session lives, the membership in the token's tenant is in force, and what the
# roles permit. Tabs of one session may act in different tenants, so the session's own is not asked.
CALLER = Query(
    CallerRow,
    """
    select u.email, u.name,
      coalesce(array_agg(distinct p.key) filter (where p.key is not null), '{}') as permissions,
      coalesce(min(r.level), 1000) as level
    from sessions s
    join memberships m on m.tenant_id = $3 and m.user_id = s.user_id
      and m.activated and not m.is_disabled
      and (m.temporary_expires_at is null or m.temporary_expires_at > $4)
    join tenants t on t.id = m.tenant_id and t.deleted_at is null
    join users u on u.id = s.user_id
    left join membership_roles mr on mr.tenant_id = m.tenant_id and mr.user_id = m.user_id
    left join roles r on r.id = mr.role_id
    left join role_permissions rp on rp.role_id = mr.role_id
    left join permissions p on p.id = rp.permission_id
    where s.id = $1 and s.user_id = $2
      and s.ended_at is null and s.expires_at > $4
    group by u.id
    """,
)


class SessionEnded(Unauthenticated):
    code = "session.ended"


class MissingPermission(Forbidden):
    code = "access.missing_permission"


def bearer(request: Request) -> str:
    """The token of the `Authorization` header, with or without the word `Bearer`."""
    value = request.headers.get("authorization", "")
    token = value[7:].strip() if value[:7].lower() == "bearer " else value.strip()
    if not token:
        raise Unauthenticated("Sign in first")
    return token


async def verified_claims(request: Request) -> Claims:
    resources = request.app.state.resources
    tokens: AccessTokens = resources[AccessTokens]
    vendor: VendorIdentity = resources[VendorIdentity]
    return await tokens.verify(bearer(request), audience=vendor.audience)


CallerClaims = Annotated[Claims, Depends(verified_claims)]


async def open_transaction(request: Request, claims: CallerClaims) -> AsyncIterator[Db]:
    """One transaction in the caller's tenant; committed before the answer leaves."""
    database: Database = request.app.state.resources[Database]
    async with database.transaction(caller_scope(claims)) as db:
        yield db


async def open_system_transaction(request: Request) -> AsyncIterator[Db]:
    """One transaction that sees every tenant: for calls without a session, such as login."""
    database: Database = request.app.state.resources[Database]
    async with database.transaction(Scope.system()) as db:
        yield db


Transaction = Annotated[Db, Depends(open_transaction, scope="function")]
SystemTransaction = Annotated[Db, Depends(open_system_transaction, scope="function")]


async def current_principal(db: Transaction, claims: CallerClaims) -> Principal:
    return await load_principal(db, claims)


async def load_principal(db: Db, claims: Claims) -> Principal:
    """The caller of verified claims; `SessionEnded` when the session or the membership is over."""
    user_id, tenant_id, session_id = (UUID(claims[name]) for name in ("sub", "tenantId", "sid"))
    row = await CALLER.first(db, session_id, user_id, tenant_id, clock.now())
    if row is None:
        raise SessionEnded("The session has ended")
    return Principal(
        user_id, tenant_id, session_id, row.email, row.name, tuple(row.permissions), row.level
    )


CurrentPrincipal = Annotated[Principal, Depends(current_principal)]


@asynccontextmanager
async def acting(request: Request, permission: Permission) -> AsyncIterator[tuple[Db, Principal]]:
    """`Transaction` and `require` of a plain route, which has no dependencies."""
    claims = await verified_claims(request)
    database: Database = request.app.state.resources[Database]
    async with database.transaction(caller_scope(claims)) as db:
        yield db, permitted(await load_principal(db, claims), permission)


def caller_scope(claims: Claims) -> Scope:
    """The tenant of the token, and the caller's own rows that belong to no tenant."""
    return Scope.tenant(UUID(claims["tenantId"]), UUID(claims["sub"]))


def permitted(caller: Principal, permission: Permission) -> Principal:
    """The same caller; `MissingPermission` when the permission is not held."""
    if not caller.may(permission):
        raise MissingPermission("You are not allowed to do this", permission=permission)
    return caller


def require(permission: Permission) -> Any:
    """A guard: `CanInvite = Annotated[Principal, require(Permission.WRITE_USERS)]`."""

    async def guard(caller: CurrentPrincipal) -> Principal:
        return permitted(caller, permission)

    return Depends(guard)
