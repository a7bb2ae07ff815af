"""Dependencies that give a route its caller and its transaction.

The caller is loaded in a statement of its own, so no connection is held when a route begins. The transaction
opens at the route's first statement. One that writes checks the caller again, behind the lock of `standing`:
revoking the caller's access either waits for the write to finish, or comes first, and then nothing is
written.
"""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Annotated, Any
from uuid import UUID

from fastapi import Depends, Request

from gatehouse.access import backend, session_caller, standing
from gatehouse.access.answer_cache import AnswerCache
from gatehouse.access.client import PERSON, Client, client_of, read_bearer_token
from gatehouse.access.dpop import check_token_binding
from gatehouse.access.errors import ApiTokensDisabled, MissingScope, UserRequired
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal, PrincipalKind
from gatehouse.access.proof import ACCESS, APPLICATION, THIRD_PARTY, TokenSubject, is_api_token
from gatehouse.access.tokens import AccessTokens, Claims, InvalidToken, TokenUse
from gatehouse.access.vendor import HEADER, is_vendor_token
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.errors import DomainError
from gatehouse.kit.headers import first_header
from gatehouse.kit.request_middleware import ACCOUNT_OF_CALL
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of

READING = ("GET", "HEAD")
NAMED_HEADER = HEADER.encode()


async def read_api_claims(request: Request) -> Claims:
    """Claims of a token that gives access to the API."""
    claims = await read_bearer_claims(request)
    if claims.get("type") == THIRD_PARTY:
        raise MissingScope("This application may only identify the user")
    return claims


async def read_call_claims(request: Request) -> Claims:
    """Claims of a token that gives access to the API, or of a backend that calls for a tenant
    (`access.backend`)."""
    token = first_header(request.scope, NAMED_HEADER)
    if token:
        return await _read_backend_claims(request, token)
    try:
        return await read_api_claims(request)
    except InvalidToken:
        token = read_bearer_token(request)
        if not is_vendor_token(token):
            raise
        return await _read_backend_claims(request, token)


async def _read_backend_claims(request: Request, token: str) -> Claims:
    claims = await backend.verify_backend_token(request, token)
    request.scope[ACCOUNT_OF_CALL] = claims["tenantId"]
    return claims


async def read_bearer_claims(request: Request) -> Claims:
    """Claims of the bearer token, including tokens of third-party applications, which only identify
    the user."""
    return await read_token_claims(request, read_bearer_token(request))


async def read_token_claims(request: Request, token: str) -> Claims:
    """Claims of a token that was sent outside the `Authorization` header; other rules as in
    `read_bearer_claims`."""
    resources = request.app.state.resources
    tokens: AccessTokens = resources[AccessTokens]
    configuration = configuration_of(resources)
    claims = await tokens.verify(token, audiences=configuration.audiences)
    await check_token_binding(request, claims, token)
    request.scope[ACCOUNT_OF_CALL] = claims.get("tenantId")
    if claims.get("type") == APPLICATION:
        raise InvalidToken("This token belongs to an application and cannot be used here")
    if is_api_token(claims):
        if not configuration.vendor.api_tokens_enabled:
            raise ApiTokensDisabled
        if claims["type"] in ACCESS:
            await resources[TokenUse].note(UUID(claims["sub"]))
    return claims


CallerClaims = Annotated[Claims, Depends(read_api_claims)]


async def _find_tenant_of_token(request: Request) -> UUID | None:
    try:
        return UUID((await read_call_claims(request))["tenantId"])
    except DomainError:
        return None


# Tenant of a valid token, on a route that needs none.
TenantOfToken = Annotated[UUID | None, Depends(_find_tenant_of_token)]


class GuardedCall:
    """State shared within one request: its caller, the permissions it needs, and the transaction."""

    def __init__(
        self,
        database: Database,
        cache: AnswerCache,
        claims: Claims,
        client: Client,
        *,
        writes: bool,
    ) -> None:
        self.claims = claims
        self.client = client
        self.database = database
        self.cache = cache
        self.proof = TokenSubject.from_claims(claims)
        # The tenant of the token, and the caller's own rows that belong to no tenant.
        self.scope = Scope.tenant(self.proof.tenant_id, self.proof.subject_id)
        self.writes = writes
        self._principal: Principal | None = None
        self._asked: list[Permission] = []

    @property
    def permitted_principal(self) -> Principal:
        """The caller of a route whose permission was checked."""
        if self._principal is None or not self._asked:
            raise RuntimeError("a route with `Caller` names its permission")
        return self._principal

    async def principal(self) -> Principal:
        """The caller. Raises `SessionEnded` when the session or the membership has ended, `ApiTokenEnded`
        when a token has."""
        if self._principal is None:
            async with self.database.one_statement(confirms=True) as db:
                self._principal = await session_caller.load_session_principal(
                    db, self.cache, self.claims, self.client
                )
        return self._principal

    async def signed_in(self) -> Principal:
        """The signed-in caller. Raises `UserRequired` without a session, `ImpersonationForbiddenHere` for a
        write in an impersonated session."""
        principal = await self.principal()
        if principal.kind is PrincipalKind.BACKEND:
            raise UserRequired("Only a signed-in user can do this")
        return principal.in_person() if self.writes else principal.signed_in()

    async def require_signed_in_or_named_user(self) -> Principal:
        """The signed-in caller, or a backend that names the user it calls for."""
        principal = await self.principal()
        if principal.kind is not PrincipalKind.BACKEND:
            return await self.signed_in()
        if principal.person_id is None:
            raise UserRequired(f"Set {PERSON} to the ID of the user")
        return await self.require_permission(
            Permission.WRITE_USERS if self.writes else Permission.READ_USERS
        )

    async def require_permission(self, permission: Permission) -> Principal:
        """Raises `MissingPermission` when the caller lacks it, now or when a transaction opens."""
        self._asked.append(permission)
        return (await self.principal()).must(permission)

    def transaction(self, scope: Scope | None = None) -> AbstractAsyncContextManager[Db]:
        """A transaction as the caller, in `scope` or the caller's own."""
        scope = scope or self.scope
        if not self.writes:
            return self.database.transaction(scope)
        lock = standing.compose_writer_lock(self.proof.tenant_id, self.proof.writers)
        if self.proof.of_vendor:
            lock = f"{standing.compose_writer_lock(None, self.proof.of_vendor)}; {lock}"
        return self.database.transaction(scope, also=lock, opened=self._recheck_caller)

    def statement(self) -> AbstractAsyncContextManager[Db]:
        """For exactly one statement that reads as the caller, in one round trip instead of three."""
        return self.database.one_tenant_statement(self.scope)

    async def _recheck_caller(self, db: Db) -> None:
        principal = await session_caller.load_session_principal(
            db, self.cache, self.claims, self.client
        )
        for permission in self._asked:
            principal.must(permission)


async def open_call(request: Request) -> GuardedCall:
    claims = await read_call_claims(request)
    resources: Resources = request.app.state.resources
    return GuardedCall(
        resources[Database],
        resources[AnswerCache],
        claims,
        client_of(request),
        writes=request.method not in READING,
    )


CurrentCall = Annotated[GuardedCall, Depends(open_call)]


async def _get_current_principal(call: CurrentCall) -> Principal:
    principal = await call.principal()
    if principal.kind is PrincipalKind.BACKEND:
        return await call.require_permission(Permission.READ_ACCOUNT_SETTINGS)
    return principal


async def _get_signed_in_principal(call: CurrentCall) -> Principal:
    return await call.signed_in()


async def _get_signed_in_or_named_principal(call: CurrentCall) -> Principal:
    return await call.require_signed_in_or_named_user()


async def _current_transaction(call: CurrentCall) -> AsyncIterator[Db]:
    async with call.transaction() as db:
        yield db


async def _own_transaction(call: CurrentCall) -> AsyncIterator[Db]:
    async with call.transaction(Scope.of_person(call.proof.subject_id)) as db:
        yield db


async def _boundless_transaction(call: CurrentCall) -> AsyncIterator[Db]:
    async with call.transaction(Scope.system()) as db:
        yield db


async def _system_transaction(request: Request) -> AsyncIterator[Db]:
    database: Database = request.app.state.resources[Database]
    async with database.transaction(Scope.system()) as db:
        yield db


CurrentPrincipal = Annotated[Principal, Depends(_get_current_principal)]

# Raises `UserRequired` for API tokens, because they may not change the user's own settings or the token's
# owner; `ImpersonationForbiddenHere` in an impersonated session.
SignedInPerson = Annotated[Principal, Depends(_get_signed_in_principal)]

# A signed-in user, or a backend of the vendor that names the user it calls for.
SignedInOrNamed = Annotated[Principal, Depends(_get_signed_in_or_named_principal)]

# Committed before the answer leaves.
Transaction = Annotated[Db, Depends(_current_transaction, scope="function")]

# Reaches the caller's other tenants, and what is the caller's own.
OwnTransaction = Annotated[Db, Depends(_own_transaction, scope="function")]

# As the caller, of every tenant: to enter another tenant, and for sessions that were started in another
# tenant.
BoundlessTransaction = Annotated[Db, Depends(_boundless_transaction, scope="function")]

# For calls without a session, such as sign-up: it sees every tenant.
SystemTransaction = Annotated[Db, Depends(_system_transaction, scope="function")]


def require(permission: Permission, *, signed_in: bool = False, or_backend: bool = False) -> Any:
    """A guard: `permission=require(Permission.WRITE_USERS, signed_in=True)`. `signed_in`: only users
    with a session pass (else `UserRequired`, `ImpersonationForbiddenHere`); `or_backend`: backends
    pass too."""

    async def guard(call: CurrentCall) -> Principal:
        principal = await call.require_permission(permission)
        if not signed_in or (or_backend and principal.kind is PrincipalKind.BACKEND):
            return principal
        return await call.signed_in()

    return Depends(guard)


@asynccontextmanager
async def open_authorized_transaction(
    request: Request, permission: Permission
) -> AsyncIterator[tuple[Db, Principal]]:
    """`Transaction` and `require` of a plain route, which has no dependencies."""
    call = await open_call(request)
    principal = await call.require_permission(permission)
    async with call.transaction() as db:
        yield db, principal


@asynccontextmanager
async def open_authorized_statement(
    request: Request, permission: Permission
) -> AsyncIterator[tuple[Db, Principal]]:
    """`open_authorized_transaction` for exactly one statement that reads, in one round trip instead of
    three."""
    call = await open_call(request)
    principal = await call.require_permission(permission)
    async with call.statement() as db:
        yield db, principal
