"""The calling connection, and its transaction, which is limited to its tenant.

Rotating a token or deleting a connection waits for writes that use it, or happens first, and then these
writes are refused.
"""

from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Self
from uuid import UUID

from fastapi import Depends, Request

from gatehouse.access import standing
from gatehouse.access.client import Client, CurrentClient, read_bearer_token
from gatehouse.access.guard import READING
from gatehouse.kit import clock
from gatehouse.kit.crypto import equal_in_constant_time, token_hash
from gatehouse.kit.db import Database, Db, Query, Scope
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.errors import Forbidden, Unauthenticated
from gatehouse.kit.events import Actor
from gatehouse.kit.request_middleware import ACCOUNT_OF_CALL
from gatehouse.kit.resources import Resources
from gatehouse.scim.connections.queries import NOTE_SYNC


@dataclass(frozen=True, slots=True)
class ScimConnection:
    """`is_on`: the directory may read and change. `last_sync_at`: when it last changed something, to a
    minute."""

    id: UUID
    tenant_id: UUID
    name: str
    is_on: bool
    token_hash: bytes
    last_sync_at: datetime | None


SEEN_FOR, SEEN_AT_MOST = timedelta(minutes=1), 1000


class SeenDirectories:
    """Cache of connections whose token was valid a moment ago, in this process. It is only a hint: its users
    check the connection again before anything is read or written. The oldest make room."""

    @classmethod
    def for_process(cls, _: Resources) -> Self:
        return cls()

    def __init__(self) -> None:
        self._seen: OrderedDict[tuple[UUID, bytes], tuple[ScimConnection, datetime]] = OrderedDict()

    def add(self, connection: ScimConnection) -> None:
        key = connection.id, connection.token_hash
        self._seen[key] = connection, clock.now()
        self._seen.move_to_end(key)
        if len(self._seen) > SEEN_AT_MOST:
            self._seen.popitem(last=False)

    def find(self, connection_id: UUID, token: str) -> ScimConnection | None:
        found = self._seen.get((connection_id, token_hash(token)))
        if found is None or clock.now() - found[1] > SEEN_FOR:
            return None
        return found[0]


# The note of when something was changed last is no more exact.
SYNC_NOTED_EVERY = timedelta(minutes=1)

# What writes reads by keys, so one plan is as good for all; making one takes longer than using it, and for
# lists one would be made each time.
BY_KEYS = "set local plan_cache_mode = force_generic_plan"

# Of any tenant: the caller's tenant is known only afterwards.
CONNECTION = Query(
    ScimConnection,
    """
    select c.id, c.tenant_id, c.name, c.sync_to_user_management as is_on, c.token_hash, c.last_sync_at
    from scim_connections c join tenants t on t.id = c.tenant_id and t.deleted_at is null
    where c.id = $1 and c.deleted_at is null
    """,
)


class ScimTokenRefused(Unauthenticated):
    """It says what is asked for instead (RFC 9110 §11.6.1)."""

    code = "scim.token_refused"

    def __init__(self, message: str) -> None:
        super().__init__(message, headers={"www-authenticate": "Bearer"})


class ConnectionOff(Forbidden, code="scim.connection_off"): ...


class DirectoryCall:
    """One request of a directory."""

    def __init__(
        self, request: Request, connection: ScimConnection, token: str, client: Client
    ) -> None:
        self.resources: Resources = request.app.state.resources
        self._database: Database = self.resources[Database]
        self._writes = request.method not in READING
        self._token = token
        deployment = self.resources[Deployment]
        self.connection = connection
        self.base = build_scim_base_url(deployment, connection.id)
        self.actor = Actor(
            "directory", connection.id, None, connection.name, ip=client.ip,
            user_agent=client.user_agent,
        )  # fmt: skip

    def transaction(self) -> AbstractAsyncContextManager[Db]:
        connection = self.connection
        scope = Scope.tenant(connection.tenant_id)
        if not self._writes:
            return self._database.transaction(scope)
        also = f"{BY_KEYS}; {standing.compose_writer_lock(connection.tenant_id, [connection.id])}"
        return self._database.transaction(scope, also=also, opened=self._recheck_connection)

    async def _recheck_connection(self, db: Db) -> None:
        self.connection = await _require_connection(db, self.connection.id, self._token)

    async def record_sync(self, db: Db) -> None:
        """Something was changed."""
        last, now = self.connection.last_sync_at, clock.now()
        if last is None or now - last > SYNC_NOTED_EVERY:
            await NOTE_SYNC.run(db, self.connection.tenant_id, self.connection.id, now)


def build_scim_base_url(deployment: Deployment, connection_id: UUID) -> str:
    """Handed to the directory; without a slash at its end."""
    return f"{deployment.public_url}/frontegg/directory/resources/scim/v2.0/{connection_id}"


async def _require_connection(db: Db, connection_id: UUID, token: str) -> ScimConnection:
    """The connection with this token. Raises `ScimTokenRefused` when the token is wrong or there is no such
    connection, and `ConnectionOff` when the connection is switched off."""
    found = await CONNECTION.first(db, connection_id)
    if (
        not equal_in_constant_time(found.token_hash if found else b"", token_hash(token))
        or found is None
    ):
        raise ScimTokenRefused("This token is not valid for this connection")
    if not found.is_on:
        raise ConnectionOff("This connection is turned off in the organization's settings")
    return found


async def _load_current_call(request: Request, client: CurrentClient) -> DirectoryCall:
    """The current call. For a write the connection is checked once, behind the lock of its transaction,
    before anything else."""
    return await _authenticate_directory(request, client, again=request.method not in READING)


async def _load_bulk_call(request: Request, client: CurrentClient) -> DirectoryCall:
    return await _authenticate_directory(request, client, again=False)


async def _authenticate_directory(
    request: Request, client: Client, *, again: bool
) -> DirectoryCall:
    """`again`: it is looked at again behind the lock, so a moment ago is soon enough."""
    try:
        token = read_bearer_token(request)
    except Unauthenticated as error:
        raise ScimTokenRefused(error.message) from None
    try:
        connection_id = UUID(request.path_params["connection_id"])
    except ValueError:
        raise ScimTokenRefused("This token is not valid for this connection") from None
    seen: SeenDirectories = request.app.state.resources[SeenDirectories]
    connection = seen.find(connection_id, token) if again else None
    if connection is None:
        database: Database = request.app.state.resources[Database]
        async with database.one_statement() as db:
            connection = await _require_connection(db, connection_id, token)
        seen.add(connection)
    request.scope[ACCOUNT_OF_CALL] = str(connection.tenant_id)
    return DirectoryCall(request, connection, token, client)


CurrentDirectory = Annotated[DirectoryCall, Depends(_load_current_call)]
# For what opens transactions of its own.
DirectoryOfSeveral = Annotated[DirectoryCall, Depends(_load_bulk_call)]


async def _open_transaction(call: CurrentDirectory) -> AsyncIterator[Db]:
    async with call.transaction() as db:
        yield db


# Committed before the answer leaves.
DirectoryTransaction = Annotated[Db, Depends(_open_transaction, scope="function")]
