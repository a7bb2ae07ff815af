"""Connections and transactions.

One request or job is one transaction; it opens with the scope that row-level security reads.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Self
from uuid import UUID

import asyncpg
import orjson

from gatehouse.kit.db.pool import Pool, Use
from gatehouse.kit.errors import DomainError

APPLICATION_ROLE = "gatehouse_app"


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose rows a transaction sees: those of `tenants`, and sessions of `user`; or all (`system`)."""

    tenants: tuple[UUID, ...] = ()
    user: UUID | None = None
    everything: bool = False

    @classmethod
    def tenant(cls, tenant_id: UUID, user_id: UUID | None = None) -> Self:
        return cls((tenant_id,), user_id)

    @classmethod
    def system(cls) -> Self:
        """For the few places that must cross tenants: login, refresh, provider events."""
        return cls(everything=True)

    @property
    def statement(self) -> str:
        """Opens the transaction and states the scope in one message. Only UUIDs go in."""
        tenants = "system" if self.everything else f"{{{','.join(map(str, self.tenants))}}}"
        user = str(self.user or "")
        return f"begin; set local gatehouse.scope = '{tenants}'; set local gatehouse.user_id = '{user}'"


SYSTEM = Scope.system()


@dataclass(slots=True)
class Db:
    """An open transaction. Statements run through `Query`; nothing here commits."""

    connection: Any
    scope: Scope = field(default_factory=Scope)


class Database:
    """Two pools: transactions in one, single statements in the other."""

    def __init__(self, pool: Pool, single: Pool) -> None:
        self.pool = pool
        self._single = single

    @classmethod
    async def connect(
        cls, url: str, *, connections: int, role: str | None = APPLICATION_ROLE
    ) -> Self:
        """With one connection open; more are opened when they are needed."""
        server_settings = {
            "application_name": "gatehouse",
            "statement_timeout": "15s",
            "lock_timeout": "10s",
            "idle_in_transaction_session_timeout": "60s",
            "jit": "off",
            "timezone": "UTC",
        }
        if role:
            server_settings["role"] = role
        # These read by keys, so one plan is as good for all; making one takes ten times as long as
        # using it.
        of_the_system = {
            **server_settings,
            "gatehouse.scope": "system",
            "plan_cache_mode": "force_generic_plan",
        }
        pool = Pool(partial(_connect, url, server_settings), connections)
        async with pool.acquire():
            single = Pool(partial(_connect, url, of_the_system), max(1, connections // 2))
            return cls(pool, single)

    async def close(self) -> None:
        await self.pool.close()
        await self._single.close()

    def one_statement(self) -> "OneStatement":
        """For the hottest paths: exactly one statement in the system scope, which is a transaction of
        its own, in one round trip instead of three."""
        return OneStatement(self._single)

    @asynccontextmanager
    async def transaction(self, scope: Scope) -> AsyncIterator[Db]:
        """Commits at the end; rolls back on an error, unless the refusal keeps its writes."""
        async with self.pool.acquire() as connection:
            try:
                await connection.execute(scope.statement)
                yield Db(connection, scope)
            except DomainError as error:
                await _end(connection, "commit" if error.keeps_writes else "rollback")
                raise
            except BaseException:
                if not connection.is_closed():
                    await _end(connection, "rollback")
                raise
            else:
                await _end(connection, "commit")


class OneStatement(Use):
    """`async with database.one_statement() as db`."""

    __slots__ = ()

    async def __aenter__(self) -> Db:
        return Db(await super().__aenter__(), SYSTEM)


async def _end(connection: Any, statement: str) -> None:
    try:
        await connection.execute(statement)
    except asyncio.CancelledError:
        connection.terminate()  # else the next would go on inside, with this scope
        raise


async def _connect(url: str, server_settings: dict[str, str]) -> Any:
    connection = await asyncpg.connect(
        url,
        statement_cache_size=1000,
        max_cached_statement_lifetime=0,
        server_settings=server_settings,
    )
    try:
        await _prepare_connection(connection)
    except BaseException:
        connection.terminate()
        raise
    return connection


async def _prepare_connection(connection: Any) -> None:
    await connection.set_type_codec(
        "jsonb",
        schema="pg_catalog",
        encoder=lambda value: b"\x01" + orjson.dumps(value, default=str),
        decoder=lambda data: orjson.loads(data[1:]),
        format="binary",
    )


async def ready(database: Database) -> bool:
    """One round trip, for `/readyz`."""
    rows: Sequence[Any] = await database.pool.fetch("select 1")
    return bool(rows)
