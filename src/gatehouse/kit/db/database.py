"""Connections and transactions.

One request or job is one unit of work. Its transaction opens at the first statement, with the scope
that row-level security reads, and may be closed in between, so that no connection is held during slow
work.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self
from uuid import UUID

import asyncpg

from gatehouse.kit.db import held_connections, pools
from gatehouse.kit.db.autocommit_pool import AutocommitPool
from gatehouse.kit.db.configuration_version import (
    CHANGED_STATE,
    READ_VERSION,
    ConfigurationChanged,
    get_unconfirmed_request,
)
from gatehouse.kit.errors import DomainError

if TYPE_CHECKING:
    from gatehouse.kit.db.standby import Standby

# Roles that own nothing: row-level security binds the first to the scope, and lets the second see every row.
APPLICATION_ROLE = "gatehouse_app"
SYSTEM_ROLE = "gatehouse_system"

# Of the time that a database which hangs may cost a request, the part for getting a connection; the
# rest is for the statement.
SHARE_OF_WAITING = 0.4
# No caller waits for the answer of a command: a thousand rows may take long on a busy machine.
COMMAND_PATIENCE = 120
ENDING_LIMIT = 1.0
READY_LIMIT = 0.8

# Set while a request that may change nothing is answered as one that could: its transactions are rolled back.
DISCARDS: ContextVar[bool] = ContextVar("discards", default=False)

# The scope is what functions ask that run with the rights of the schema's owner.
AS_SYSTEM = (
    f"set local role {SYSTEM_ROLE}; set local gatehouse.scope = 'system'; "
    "set local gatehouse.user_id = ''"
)
# Narrows the scope down to the tenants that a user has joined.
JOINED = """
select set_config('gatehouse.scope', array(
  select tenant_id from memberships where user_id = '{}' and activated
)::text, true)
"""


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose rows a transaction sees: those of `tenants`, and those of `user`; or all (`system`)."""

    tenants: tuple[UUID, ...] = ()
    user: UUID | None = None
    everything: bool = False
    own: bool = False

    @classmethod
    def tenant(cls, tenant_id: UUID, user_id: UUID | None = None) -> Self:
        return cls((tenant_id,), user_id)

    @classmethod
    def of_person(cls, user_id: UUID) -> Self:
        """The user's own rows, and the tenants that the user has joined when the transaction opens."""
        return cls(user=user_id, own=True)

    @classmethod
    def system(cls) -> Self:
        """All rows: for jobs, for finding a user by address, and for sign-in. `tests/kit/test_scopes.py`
        lists each use with its reason."""
        return cls(everything=True)

    @property
    def parameters(self) -> tuple[str, str]:
        """Values of the settings `gatehouse.scope` and `gatehouse.user_id`."""
        tenants = "system" if self.own else f"{{{','.join(map(str, self.tenants))}}}"
        return tenants, str(self.user or "")

    @property
    def statement(self) -> str:
        """States the role and the scope, in the message that opens the transaction. Only UUIDs go in."""
        if self.everything:
            return AS_SYSTEM
        tenants, user = self.parameters
        said = f"set local gatehouse.scope = '{tenants}'; set local gatehouse.user_id = '{user}'"
        return f"{said}; {JOINED.format(user)}" if self.own else said


SYSTEM = Scope.system()
UNRESTRICTED = Scope()  # of a statement that restricts itself
CONFIRM = "select gatehouse_confirm_configuration({}); "

Opened = Callable[["Db"], Awaitable[None]]


class Db:
    """A unit of work: a transaction that opens at its first statement.

    Statements run through `Query`. Nothing but the end of the unit commits, and `pause`.
    """

    __slots__ = ("_also", "_database", "_first", "_opened", "connection", "scope")

    def __init__(
        self,
        connection: Any = None,
        scope: Scope = SYSTEM,
        *,
        database: "Database | None" = None,
        also: str = "",
        opened: Opened | None = None,
    ) -> None:
        self.connection = connection
        self.scope = scope
        self._database = database
        self._also = also
        self._opened = opened
        self._first = ""

    def add_opening_statement(self, statement: str) -> None:
        """Add a statement, whose result is not read, to the opening message of a transaction that is not open
        yet: a lock. It runs once, before `opened`. Only UUIDs may be interpolated."""
        self._first = f"{self._first}; {statement}" if self._first else statement

    async def open(self) -> Any:
        """The connection with its open transaction. `also` went in the opening message; `opened` is
        run first, each time."""
        if self.connection is None:
            assert self._database is not None  # noqa: S101  else there is a connection
            connection = await self._database.take_connection()
            first, self._first = self._first, ""
            request = get_unconfirmed_request()
            confirm = "" if request is None else CONFIRM.format(request.version)
            try:
                begin = self._database.begin
                await connection.execute(
                    f"{begin}; {confirm}{self.scope.statement}; {self._also}; {first}"
                )
            except BaseException as error:
                await self._database.give_back_connection(connection, "rollback", error)
                if getattr(error, "sqlstate", None) == CHANGED_STATE:
                    raise ConfigurationChanged from None
                raise
            if request is not None:
                request.is_confirmed = True
            self.connection = connection
            if self._opened:
                await self._opened(self)
        return self.connection

    async def pause(self) -> None:
        """Before slow work: commits what was done and gives the connection back. The next statement
        opens another transaction, which may find that others were faster."""
        await self.end("commit")

    async def end(self, how: str, error: BaseException | None = None) -> None:
        connection, self.connection = self.connection, None
        if connection is not None and self._database is not None:
            await self._database.give_back_connection(connection, how, error)


class Database:
    """Two sets of connections: transactions have a pool, single statements those of `AutocommitPool`.
    Behind a pooler there is one, and a single statement is a transaction too. `begin` opens each.
    `standby` is asked what may lag, where there is one."""

    def __init__(
        self, pool: Any, single: AutocommitPool | None, patience: float, begin: str = "begin"
    ) -> None:
        self.pool = pool
        self.begin = begin
        self.standby: Standby | None = None
        self._wait = patience * SHARE_OF_WAITING
        self._single = single
        self._limit = patience - self._wait

    @classmethod
    async def connect(
        cls,
        url: str,
        *,
        connections: int,
        patience: float = 5,
        watch: pools.Watch | None = None,
    ) -> Self:
        """With one connection open; more are opened when they are needed. `TimeoutError` when the
        address stays silent. `patience` is how many seconds a request waits for a database that hangs;
        `watch` is called with each statement after it has ended.
        """
        limit = patience * (1 - SHARE_OF_WAITING)
        server_settings = pools.build_connection_settings(limit, APPLICATION_ROLE)
        async with asyncio.timeout(pools.START_LIMIT):
            pool = await pools.open_pool(
                url, connections, server_settings, limit, minimum=1, watch=watch
            )
        half = max(1, connections // 2)
        return cls(pool, _open_autocommit_pool(url, half, patience, watch), patience)

    @classmethod
    async def connect_behind_pooler(
        cls,
        url: str,
        *,
        connections: int,
        patience: float = 5,
        watch: pools.Watch | None = None,
    ) -> Self:
        """Through one that lends a connection for each transaction, such as PgBouncer. Each transaction
        says what holds in it, and each statement is parsed and planned anew."""
        limit = patience * (1 - SHARE_OF_WAITING)
        server_settings = pools.build_connection_settings(limit, APPLICATION_ROLE)
        async with asyncio.timeout(pools.START_LIMIT):
            pool = await pools.open_pool_behind_pooler(
                url, connections, server_settings, limit, watch=watch
            )
        return cls(pool, None, patience, pools.build_begin_statement(server_settings))

    async def close(self) -> None:
        """Connections that do not end in time are cut off."""
        for pool in filter(None, (self.pool, self._single)):
            try:
                async with asyncio.timeout(pools.START_LIMIT):
                    await pool.close()
            except TimeoutError:
                pool.terminate()

    async def take_connection(self) -> Any:
        connection = await self.pool.acquire(timeout=self._wait)
        held_connections.count_taken_connection()
        return connection

    async def give_back_connection(
        self, connection: Any, how: str, error: BaseException | None = None
    ) -> None:
        """End the transaction (`commit`, `rollback`). A connection that does not confirm in time is cut off:
        the server then rolls back, and no caller waits for it. Raises an error when a commit did not happen,
        including after an ignored failed statement, where the server answers `commit` with `ROLLBACK`."""
        held_connections.count_released_connection()
        if DISCARDS.get():
            how = "rollback"
        try:
            if _is_connection_lost(error):
                _terminate_connection(connection)
                return
            limit = self._limit if how == "commit" else ENDING_LIMIT
            ended = await connection.execute(how, timeout=limit)
            if ended != how.upper():
                raise asyncpg.InFailedSQLTransactionError(
                    "A statement had failed; nothing was kept"
                )
        except BaseException:
            _terminate_connection(connection)
            if how == "commit":
                raise
        finally:
            await self.pool.release(connection, timeout=ENDING_LIMIT)

    def one_statement(self, *, confirms: bool = False) -> AbstractAsyncContextManager[Db]:
        """For the hottest paths: exactly one statement in the system scope, which is a transaction of
        its own, in one round trip instead of three. `confirms`: it confirms the version of the configuration
        itself, or does not depend on the configuration; for others another round trip does."""
        if self._single is None or DISCARDS.get():
            return self._open_statement_transaction(Db(scope=SYSTEM, database=self))
        return _Statement(self._single, SYSTEM_ROLE, SYSTEM, confirms=confirms)

    def one_tenant_statement(self, scope: Scope) -> AbstractAsyncContextManager[Db]:
        """As `one_statement`, for a statement that reads in the scope of tenants, by row-level security."""
        if self._single is None or DISCARDS.get():
            return self._open_statement_transaction(Db(scope=scope, database=self))
        return _Statement(self._single, APPLICATION_ROLE, scope, confirms=False)

    def one_key_statement(self) -> AbstractAsyncContextManager[Db]:
        """As `one_statement`, for a statement that finds its tenant by a license key, and restricts its own
        scope to it (`set_config`) before it reads anything else. It does not depend on the configuration."""
        if self._single is None or DISCARDS.get():
            db = Db(scope=UNRESTRICTED, database=self, also="set local gatehouse.scope = 'system'")
            return self._open_statement_transaction(db)
        return _Statement(self._single, APPLICATION_ROLE, UNRESTRICTED, confirms=True)

    @asynccontextmanager
    async def _open_statement_transaction(self, db: Db) -> AsyncIterator[Db]:
        """A transaction that behaves like a single statement: it is committed even if its caller then
        fails."""
        await db.open()
        try:
            yield db
        except BaseException as error:
            is_undone = isinstance(error, asyncpg.PostgresError) or _is_connection_lost(error)
            await db.end("rollback" if is_undone else "commit", error)
            raise
        else:
            await db.end("commit")

    def transaction(
        self, scope: Scope, *, also: str = "", opened: Opened | None = None
    ) -> AbstractAsyncContextManager[Db]:
        """Opens at the first statement. Commits at the end; rolls back on an error, unless the refusal
        keeps its writes."""
        return _Transaction(Db(scope=scope, database=self, also=also, opened=opened))


class SingleStatements:
    """Statements in the system scope over one connection of their own to PostgreSQL itself, opened when it is
    first needed: a caller that holds a connection of a `Database` does not wait for another one of it."""

    def __init__(
        self,
        url: str,
        *,
        patience: float = 5,
        watch: pools.Watch | None = None,
    ) -> None:
        self._single = _open_autocommit_pool(url, 1, patience, watch)

    def one_statement(self) -> AbstractAsyncContextManager[Db]:
        return _Statement(self._single, SYSTEM_ROLE, SYSTEM, confirms=True)

    async def close(self) -> None:
        try:
            async with asyncio.timeout(pools.START_LIMIT):
                await self._single.close()
        except TimeoutError:
            self._single.terminate()


def _open_autocommit_pool(
    url: str, most: int, patience: float, watch: pools.Watch | None
) -> AutocommitPool:
    limit = patience * (1 - SHARE_OF_WAITING)

    async def connect_as(role: str) -> Any:
        # These read by keys, so one plan is as good for all; making one takes ten times as long as using it.
        settings = pools.build_connection_settings(limit, role) | {
            "gatehouse.scope": "system", "plan_cache_mode": "force_generic_plan",
        }  # fmt: skip
        return await pools.connect_directly(url, settings, limit, watch=watch)

    return AutocommitPool(connect_as, most, patience * SHARE_OF_WAITING)


class ScopedConnection:
    """A connection for one statement of tenants. No transaction is opened that could set the scope, so the
    message of the statement does, in front of it."""

    __slots__ = ("_connection", "_scope")

    def __init__(self, connection: Any, scope: Scope) -> None:
        self._connection = connection
        self._scope = scope

    async def fetch(self, sql: str, *arguments: Any) -> Any:
        text = compose_scoped_statement(sql, len(arguments))
        return await self._connection.fetch(text, *arguments, *self._scope.parameters)

    async def fetchrow(self, sql: str, *arguments: Any) -> Any:
        text = compose_scoped_statement(sql, len(arguments))
        return await self._connection.fetchrow(text, *arguments, *self._scope.parameters)


@lru_cache(maxsize=1024)
def compose_scoped_statement(sql: str, parameters: int) -> str:
    """`sql`, which has so many parameters, in the scope that two more say. It reads nothing before the scope
    is set, because it depends on the row that sets it; `offset 0` keeps the planner from moving its parts."""
    return f"""
    select statement.* from (
      select set_config('gatehouse.scope', ${parameters + 1}::text, true)
        || set_config('gatehouse.user_id', ${parameters + 2}::text, true) as text offset 0
    ) scope cross join lateral (
      select * from ({sql}) statement where scope.text <> '' offset 0
    ) statement
    """


class _Statement(AbstractAsyncContextManager[Db]):
    """A class and no generator, which would cost twice as much, as many calls do nothing else."""

    __slots__ = ("_confirms", "_connection", "_role", "_scope", "_single")

    def __init__(self, single: AutocommitPool, role: str, scope: Scope, *, confirms: bool) -> None:
        self._single = single
        self._role = role
        self._scope = scope
        self._confirms = confirms

    async def __aenter__(self) -> Db:
        taken = self._single.take_idle(self._role)
        self._connection = taken or await self._single.take_connection(self._role)
        held_connections.count_taken_connection()
        if not self._confirms and (request := get_unconfirmed_request()) is not None:
            try:
                request.confirm_version(await self._connection.fetchval(READ_VERSION))
            except BaseException as error:
                await self.__aexit__(None, error, None)
                raise
        if self._scope.tenants:
            return Db(ScopedConnection(self._connection, self._scope), self._scope)
        return Db(self._connection, self._scope)

    async def __aexit__(self, _: object, error: BaseException | None, __: object) -> None:
        held_connections.count_released_connection()
        if error is not None and _is_connection_lost(error):
            _terminate_connection(self._connection)
        self._single.give_back_connection(self._connection)


class _Transaction(AbstractAsyncContextManager[Db]):
    __slots__ = ("_db",)

    def __init__(self, db: Db) -> None:
        self._db = db

    async def __aenter__(self) -> Db:
        return self._db

    async def __aexit__(self, _: object, error: BaseException | None, __: object) -> None:
        if error is None:
            await self._db.end("commit")
        elif isinstance(error, DomainError):
            await self._db.end("commit" if error.keeps_writes else "rollback")
        else:
            await self._db.end("rollback", error)


def _terminate_connection(connection: Any) -> None:
    """Terminate the connection, including one that the server has closed, which the driver refuses to use."""
    with suppress(asyncpg.InterfaceError):
        connection.terminate()


def _is_connection_lost(error: BaseException | None) -> bool:
    """Whether the connection is of no use: it may still be waiting for the server, so that nothing more can
    be said."""
    if isinstance(error, ValueError):  # an argument that the driver refused before it sent anything
        return False
    # A server that takes no writes is not the primary any more: another connection leads to the one that is.
    return isinstance(
        error,
        OSError
        | asyncio.CancelledError
        | asyncpg.InterfaceError
        | asyncpg.InternalClientError
        | asyncpg.ReadOnlySQLTransactionError,
    )


TAKES_WRITES = "select current_setting('transaction_read_only') = 'off'"


async def check_ready(database: Database) -> bool:
    """One round trip, for `/readyz`; `TimeoutError` within a second, `ReadOnlySQLTransactionError` where the
    server is a standby, or was made read-only because its disk is full."""
    async with asyncio.timeout(READY_LIMIT), database.one_statement(confirms=True) as db:
        await require_writable_server(db)
    return True


async def require_writable_server(db: Db) -> None:
    """`ReadOnlySQLTransactionError`, by which the connection is dropped as well: another may lead to the
    server that took over."""
    connection = await db.open()
    if not await connection.fetchval(TAKES_WRITES):
        raise asyncpg.ReadOnlySQLTransactionError("the database takes no writes")
