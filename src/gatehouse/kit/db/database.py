"""Connections and transactions.

One request or job is one transaction; it opens with the scope that row-level security reads.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Self
from uuid import UUID

import asyncpg
import orjson

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

    def __init__(self, pool: Any, single: Any) -> None:
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
        pool = await _open_pool(url, connections, server_settings, minimum=1)
        single = await _open_pool(url, max(1, connections // 2), of_the_system, minimum=0)
        return cls(pool, single)

    async def close(self) -> None:
        await self.pool.close()
        await self._single.close()

    @asynccontextmanager
    async def one_statement(self) -> AsyncIterator[Db]:
        """For the hottest paths: exactly one statement in the system scope, which is a transaction of
        its own, in one round trip instead of three."""
        async with self._single.acquire() as connection:
            yield Db(connection, SYSTEM)

    @asynccontextmanager
    async def transaction(self, scope: Scope) -> AsyncIterator[Db]:
        """Commits at the end; rolls back on an error, unless the refusal keeps its writes. What a
        cancellation leaves open, the pool rolls back before anybody else gets the connection."""
        async with self.pool.acquire() as connection:
            try:
                await connection.execute(scope.statement)
                yield Db(connection, scope)
            except DomainError as error:
                await connection.execute("commit" if error.keeps_writes else "rollback")
                raise
            except BaseException:
                if not connection.is_closed():
                    await connection.execute("rollback")
                raise
            else:
                await connection.execute("commit")


async def _open_pool(
    url: str, connections: int, server_settings: dict[str, str], *, minimum: int
) -> Any:
    return await asyncpg.create_pool(
        url,
        min_size=minimum,
        max_size=connections,
        init=_prepare_connection,
        # Every use ends in COMMIT or ROLLBACK and every setting is LOCAL: nothing to reset.
        reset=_nothing_to_reset,
        statement_cache_size=1000,
        max_cached_statement_lifetime=0,
        max_inactive_connection_lifetime=0,
        server_settings=server_settings,
    )


async def _nothing_to_reset(_: Any) -> None:
    return None


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
