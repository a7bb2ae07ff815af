"""Calls of the vendor's own backends, by vendor token (`POST /auth/vendor`).

A vendor token has an audience of its own, so the routes here accept no other token; routes of users accept it
only as `access.backend` describes. It is sent in `x-access-token` or in `Authorization`. Every call checks
that its credential is still valid; for a token that a staff member got for their session, that the session is
active and they are still staff.
"""

from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Annotated, Any
from uuid import UUID

import orjson
from fastapi import Depends, Request, Response
from starlette.routing import Match
from starlette.types import Scope as Asgi

from gatehouse.access import idempotency, standing
from gatehouse.access.client import ACCOUNT, PERSON, Client, client_of, read_bearer_token
from gatehouse.access.errors import MissingPermission, StaffProtected, StepUpNeeded, UserBeingErased
from gatehouse.access.permissions import grants_permission
from gatehouse.access.proof import BACKEND
from gatehouse.access.staff_role import StaffRole
from gatehouse.access.tokens import AccessTokens, InvalidToken, decode_base64url
from gatehouse.access.vendor_credentials import CREDENTIAL
from gatehouse.access.vendor_permissions import STAFF_PERMISSIONS, VendorPermission
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Db, Query, Scope
from gatehouse.kit.errors import DomainError
from gatehouse.kit.events import Actor
from gatehouse.kit.router import JsonRoute, LazyRoute
from gatehouse.vendor.configuration.live import VendorConfiguration

AUDIENCE = "gatehouse:vendor"
TYPE = BACKEND
HEADER = "x-access-token"
NAMING = (ACCOUNT.encode(), PERSON.encode())


@dataclass(frozen=True, slots=True)
class VendorPrincipal:
    """`credential_id` is the id of a backend's credential, or of the staff member with `email`, whose last
    MFA was at `auth_time` of the session."""

    credential_id: UUID
    name: str
    permissions: tuple[str, ...]
    client: Client
    email: str | None = None
    auth_time: datetime | None = None
    session_id: UUID | None = None

    @property
    def actor(self) -> Actor:
        """The actor of events."""
        staff_id = self.credential_id if self.email else None
        kind = "staff" if staff_id else "vendor"
        ip, user_agent = self.client.ip, self.client.user_agent
        return Actor(kind, self.credential_id, staff_id, self.email, ip=ip, user_agent=user_agent)

    def may(self, permission: VendorPermission) -> bool:
        return any(grants_permission(held, permission) for held in self.permissions)


@dataclass(frozen=True, slots=True)
class VendorRights:
    """Current permissions of a staff member or credential, independent of a session."""

    role: str | None
    permissions: list[str] | None

    @property
    def held_permissions(self) -> tuple[str, ...]:
        return (
            STAFF_PERMISSIONS[StaffRole(self.role)] if self.role else tuple(self.permissions or ())
        )


@dataclass(frozen=True, slots=True)
class StaffSession:
    email: str
    name: str
    role: str
    auth_time: datetime


# Their session must still be one with MFA.
STAFF = Query(
    StaffSession,
    """
    select u.email, u.name, st.role, s.auth_time
    from staff st
    join users u on u.id = st.user_id
    join sessions s on s.user_id = st.user_id
    where st.user_id = $1 and s.id = $2 and s.ended_at is null and s.expires_at > $3 and 'mfa' = any (s.amr)
    """,
)

# The role of a staff member, or the permissions of an active credential; null where $1 is not that.
STANDING = Query(
    VendorRights,
    """
    select (select role from staff where user_id = $1) as role,
      (select permissions from vendor_credentials where id = $1 and revoked_at is null) as permissions
    """,
)


IS_STAFF = Query(
    bool, "select exists (select from staff where user_id = any ($1::uuid[])) as found"
)
IS_BEING_ERASED = Query(
    bool,
    """
    select exists (
      select from users where id = any ($1::uuid[]) and erasing_since is not null
    ) as found
    """,
)
IS_HOME_OF_STAFF = Query(
    bool,
    """
    select exists (
      select from staff s join users u on u.id = s.user_id where u.default_tenant_id = any ($1::uuid[])
    ) as found
    """,
)


# The account with the path $1, or one below it.
HAS_HOME_OF_STAFF = Query(
    bool,
    """
    select exists (
      select from staff s join users u on u.id = s.user_id join tenants t on t.id = u.default_tenant_id
      where t.path ~>=~ $1 and t.path ~<~ ($1 || '~')
    ) as found
    """,
)


@dataclass(frozen=True, slots=True)
class VendorProof:
    """Subject of a vendor token: a credential, or a staff member with a session."""

    id: UUID
    session_id: UUID | None


async def _verify_vendor_token(request: Request) -> VendorProof:
    tokens: AccessTokens = request.app.state.resources[AccessTokens]
    token = request.headers.get(HEADER) or read_bearer_token(request)
    claims = await tokens.verify(token, audiences=(AUDIENCE,))
    session = claims.get("sid")
    return VendorProof(UUID(claims["sub"]), UUID(session) if session else None)


class VendorCall:
    """The caller of a vendor call and the permissions it needs, checked in each transaction of the call. One
    that writes holds the lock of `standing`, as in `access.guard`."""

    def __init__(self, proof: VendorProof, client: Client, *, writes: bool) -> None:
        self.proof = proof
        self.client = client
        self.also = standing.compose_writer_lock(None, [proof.id]) if writes else ""
        self.asked: list[VendorPermission] = []

    async def load_caller(self, db: Db) -> None:
        self.caller = await _load_vendor_principal(db, self.proof, self.client)
        for permission in self.asked:
            _require_vendor_permission(self.caller, permission)

    @property
    def permitted_caller(self) -> VendorPrincipal:
        """The caller of a route whose permission was checked."""
        if not self.asked:
            raise RuntimeError("a route with `VendorCaller` names its permission")
        return self.caller

    def require_permission(self, permission: VendorPermission) -> None:
        self.asked.append(permission)
        _require_vendor_permission(self.caller, permission)


async def _open_vendor_call(
    request: Request, proof: Annotated[VendorProof, Depends(_verify_vendor_token)]
) -> VendorCall:
    return VendorCall(proof, client_of(request), writes=request.method not in ("GET", "HEAD"))


CurrentVendorCall = Annotated[VendorCall, Depends(_open_vendor_call)]


async def _open_vendor_transaction(request: Request, call: CurrentVendorCall) -> AsyncIterator[Db]:
    """Opens after the token was verified: an unauthenticated caller opens no transaction."""
    database: Database = request.app.state.resources[Database]
    async with database.transaction(Scope.system(), also=call.also, opened=call.load_caller) as db:
        yield db
    if request.method not in ("GET", "HEAD"):
        # The caller may rely on its change with the next call.
        await request.app.state.resources[VendorConfiguration].catch_up()


VendorTransaction = Annotated[Db, Depends(_open_vendor_transaction, scope="function")]


async def _get_current_vendor(db: VendorTransaction, call: CurrentVendorCall) -> VendorPrincipal:
    await db.open()
    return call.caller


async def _load_vendor_principal(db: Db, proof: VendorProof, client: Client) -> VendorPrincipal:
    if proof.session_id is not None:
        return await _load_staff_principal(db, proof.id, proof.session_id, client)
    found = await CREDENTIAL.first(db, proof.id)
    if found is None:
        raise InvalidToken("This credential has been revoked")
    return VendorPrincipal(proof.id, found.name, tuple(found.permissions), client)


async def _load_staff_principal(
    db: Db, user_id: UUID, session_id: UUID, client: Client
) -> VendorPrincipal:
    found = await STAFF.first(db, user_id, session_id, clock.now())
    if found is None:
        raise InvalidToken("The session has ended")
    permissions = STAFF_PERMISSIONS[StaffRole(found.role)]
    return VendorPrincipal(
        user_id, found.name, permissions, client, found.email, found.auth_time, session_id
    )


CurrentVendor = Annotated[VendorPrincipal, Depends(_get_current_vendor)]


def require_vendor_permission(
    permission: VendorPermission, *, of_staff: VendorPermission | None = None
) -> Any:
    """A guard: `permission=require_vendor_permission(VendorPermission.WRITE_USERS, of_staff=…)`.
    `of_staff` is an additional permission for staff, where a backend needs no more than `permission`."""

    async def check_permission(
        request: Request, db: VendorTransaction, caller: CurrentVendor, call: CurrentVendorCall
    ) -> VendorPrincipal:
        call.require_permission(permission)
        if of_staff is not None and caller.email is not None:
            call.require_permission(of_staff)
        await idempotency.claim_idempotency_key(request, db, caller.credential_id)
        return caller

    return Depends(check_permission)


def _require_vendor_permission(caller: VendorPrincipal, permission: VendorPermission) -> None:
    if not caller.may(permission):
        whose = "Your role" if caller.email is not None else "This credential"
        raise MissingPermission(f"{whose} does not permit this", permission=permission)


async def reload_vendor_principal(
    db: Db, caller: VendorPrincipal, permission: VendorPermission
) -> VendorPrincipal:
    """The caller who started a job, with their current permissions, whether or not they are still signed in.
    Raises `MissingPermission`."""
    standing = await STANDING.one(db, caller.credential_id)
    now = replace(caller, permissions=standing.held_permissions)
    if not now.may(permission):
        raise MissingPermission(
            "The user who started this no longer has the required permission", permission=permission
        )
    return now


def require_user_change(*, of_staff: VendorPermission | None = None, fresh: bool = False) -> Any:
    """A guard for a route about the user of its path's `user_id`; `fresh` as `must_have_recent_mfa`. Raises
    `StaffProtected`, `StepUpNeeded`."""
    allowed = require_vendor_permission(VendorPermission.WRITE_USERS, of_staff=of_staff)

    async def check_person(
        db: VendorTransaction, caller: Annotated[VendorPrincipal, allowed], user_id: UUID
    ) -> VendorPrincipal:
        await protect_staff(db, caller, user_id)
        if fresh:
            must_have_recent_mfa(caller)
        return caller

    return Depends(check_person)


async def protect_staff(db: Db, caller: VendorPrincipal, *user_ids: UUID) -> None:
    """Raises `StaffProtected` when one of these users is staff and the caller may not manage staff,
    `UserBeingErased`. Access to a staff account gives its role, and the policies of a tenant that it joins
    apply to it: so a backend's credential needs the same permission as a staff member."""
    if await IS_BEING_ERASED.one(db, list(user_ids)):
        raise UserBeingErased("This user is already being erased")
    if not may_change_staff(caller) and await IS_STAFF.one(db, list(user_ids)):
        raise StaffProtected(ONLY_AN_OWNER)


async def protect_staff_home(db: Db, caller: VendorPrincipal, *tenant_ids: UUID) -> None:
    """Raises `StaffProtected` for the default tenant of a staff member: it is the vendor's own, and only an
    owner decides about permissions there. A backend's credential needs the same permission, because the
    sign-in policies of the tenant, or closing it, decide how its owner signs in."""
    if not may_change_staff(caller) and await IS_HOME_OF_STAFF.one(db, list(tenant_ids)):
        raise StaffProtected("Only an owner can change roles in a tenant that staff belong to")


async def protect_staff_homes_in(db: Db, caller: VendorPrincipal, path: str) -> None:
    """Raises `StaffProtected` for a change to the tenant with this path and all below it, when one of them is
    the default tenant of a staff member."""
    if not may_change_staff(caller) and await HAS_HOME_OF_STAFF.one(db, path):
        raise StaffProtected(
            "Only an owner can change a tenant that staff belong to, or a parent of such a tenant"
        )


def may_change_staff(caller: VendorPrincipal) -> bool:
    return caller.may(VendorPermission.WRITE_STAFF)


ONLY_AN_OWNER = "Only an owner can change the account of a staff member"
FRESH = timedelta(minutes=15)


def may_read_secrets(caller: VendorPrincipal) -> bool:
    """Whether the caller may read secrets that were stored. Only a credential that names the permission
    itself may, for infrastructure code, which compares them with its own values; staff never may."""
    return caller.email is None and VendorPermission.SEE_SECRETS in caller.permissions


def must_have_recent_mfa(caller: VendorPrincipal) -> None:
    """Require recent MFA of a staff member, within a quarter of an hour, for actions that give or take away
    access to accounts; a backend's credential is its proof. Raises `StepUpNeeded`."""
    if caller.auth_time is not None and clock.now() - caller.auth_time > FRESH:
        raise StepUpNeeded("Confirm your identity with MFA first")


class IdempotentApiRoute(JsonRoute):
    """Does the work of a POST with an idempotency key once. The transaction of the request is still open when
    the answer is made."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def answer_once(request: Request) -> Response:
            try:
                response = await handle(request)
            except idempotency.AnsweredBefore as before:
                return before.response
            except DomainError as error:
                await idempotency.release_idempotency_key(request, error)
                raise
            await idempotency.store_response(request, response)
            return response

        return answer_once if "POST" in (self.methods or ()) else handle


class VendorRoute(LazyRoute):
    """`Router(route_class=VendorRoute)`: a route of the management API."""

    api_route_class = IdempotentApiRoute


class SharedRoute(VendorRoute):
    """`Router(route_class=SharedRoute)`: the vendor's side of a path that users call too. It serves only
    calls with a vendor token, and is included before the users' side, which the API description shows."""

    reads_headers = True

    @classmethod
    def accepts(cls, scope: Asgi) -> bool:
        """Whether it answers this call to its path and method."""
        return _has_vendor_token(scope)

    def matches(self, scope: Asgi) -> tuple[Match, Asgi]:
        match, child = super().matches(scope)
        if match is Match.FULL and not self.accepts(scope):
            return Match.NONE, {}
        return match, child


class AccountRoute(SharedRoute):
    """A shared route for what the vendor itself does in the tenant that it names; a call that also names a
    user is made for that user (`access.backend`)."""

    @classmethod
    def accepts(cls, scope: Asgi) -> bool:
        names = {name for name, _ in scope["headers"]} & {*NAMING}
        return names == {NAMING[0]} and super().accepts(scope)


class UnnamedRoute(SharedRoute):
    """A shared route for what applies to every tenant; a call that names a tenant or a user is for that one
    (`access.backend`)."""

    @classmethod
    def accepts(cls, scope: Asgi) -> bool:
        return super().accepts(scope) and not any(name in NAMING for name, _ in scope["headers"])


def _has_vendor_token(scope: Asgi) -> bool:
    """Whether the call claims to carry a vendor token; the guard verifies it."""
    headers = dict(scope.get("headers", ()))
    if headers.get(HEADER.encode()):
        return True
    return is_vendor_token(headers.get(b"authorization", b"").decode("latin-1").split(" ")[-1])


def is_vendor_token(token: str) -> bool:
    """Whether the token's unverified claims say that it is a vendor token."""
    try:
        claims = orjson.loads(decode_base64url(token.split(".")[1]))
        return bool(claims["type"] == TYPE)
    except (ValueError, LookupError, TypeError):
        return False
