"""The connections of a process: to PostgreSQL, or to a pooler that lends one for each transaction."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import asyncpg
import orjson

from gatehouse.kit.db import hosts

Watch = Callable[[asyncpg.connection.LoggedQuery], None]

START_LIMIT = 10.0

SERVER_SETTINGS = {
    "application_name": "gatehouse",
    "idle_in_transaction_session_timeout": "60s",
    # A client that gave up is noticed while its statement runs.
    "client_connection_check_interval": "1s",
    "jit": "off",
    "timezone": "UTC",
}
NEEDS_THE_DATABASE = (
    "GATEHOUSE_DATABASE_URL leads to a pooler in transaction mode. Give the pooler's address as "
    "GATEHOUSE_DATABASE_POOLER_URL, and that of the database itself as GATEHOUSE_DATABASE_URL."
)
CONNECTIONS_LIMITED = (
    "Raise the connection limit of the role, the database or the server. A web process opens "
    "GATEHOUSE_DATABASE_CONNECTIONS, a worker GATEHOUSE_WORKER_CONNECTIONS, and each half as many again."
)
# Every statement of ours is prepared once on a connection, and stays so.
PREPARED: dict[str, Any] = {"statement_cache_size": 1000, "max_cached_statement_lifetime": 0}
# What a pooler hands on to whichever connection it lends. It refuses a client that says more.
HANDED_ON = ("application_name", "timezone")


def build_connection_settings(limit: float, role: str) -> dict[str, str]:
    """What holds on each connection. `limit` is how many seconds we wait for a statement."""
    settings = dict(SERVER_SETTINGS)
    # Somewhat less than our own limit, so that the server's word comes first while it can speak.
    settings["statement_timeout"] = f"{limit * 950:.0f}ms"
    settings["lock_timeout"] = f"{limit * 850:.0f}ms"
    settings["role"] = role
    return settings


def build_begin_statement(settings: dict[str, str]) -> str:
    """Opens a transaction where they hold: what a session says is lost on the way to the next one."""
    local = [
        f"set local {name} = '{value}'" for name, value in settings.items() if name not in HANDED_ON
    ]
    return "; ".join(["begin", *local])


async def open_pool(
    url: str,
    connections: int,
    server_settings: dict[str, str],
    limit: float,
    *,
    minimum: int,
    watch: Watch | None = None,
) -> Any:
    """Open a pool of connections to PostgreSQL. `watch` is called with each statement after it has ended."""
    return await asyncpg.create_pool(
        url,
        **_build_pool_options(connections, limit, minimum),
        connect=hosts.connect_first_host,
        init=partial(_prepare_connection, watch=watch),
        **PREPARED,
        server_settings=server_settings,
    )


async def connect_directly(
    url: str, server_settings: dict[str, str], limit: float, *, watch: Watch | None = None
) -> Any:
    """One connection to PostgreSQL itself, of no pool."""
    connection = await hosts.connect_first_host(
        url,
        timeout=START_LIMIT,
        command_timeout=limit,
        server_settings=server_settings,
        **PREPARED,
    )
    try:
        await _prepare_connection(connection, watch=watch)
    except BaseException:
        connection.terminate()
        raise
    return connection


async def open_pool_behind_pooler(
    url: str,
    connections: int,
    server_settings: dict[str, str],
    limit: float,
    *,
    watch: Watch | None = None,
) -> Any:
    """Of connections to the pooler. No statement is prepared: the next transaction may be another
    server process's, which does not know it."""
    return await asyncpg.create_pool(
        url,
        **_build_pool_options(connections, limit, 1),
        init=partial(_prepare_lent_connection, watch=watch),
        statement_cache_size=0,
        server_settings={name: server_settings[name] for name in HANDED_ON},
    )


def _build_pool_options(connections: int, limit: float, minimum: int) -> dict[str, Any]:
    return {
        "min_size": minimum,
        "max_size": connections,
        # Every use ends in COMMIT or ROLLBACK and every setting is LOCAL: nothing to reset.
        "reset": _skip_reset,
        "max_inactive_connection_lifetime": 0,
        "max_queries": math.inf,  # a connection does not wear out
        "command_timeout": limit,
        "timeout": START_LIMIT,
    }


async def _skip_reset(_: Any) -> None:
    return None


async def _prepare_connection(connection: Any, watch: Watch | None) -> None:
    if watch:
        connection.add_query_logger(watch)
    await connection.set_type_codec(
        "jsonb",
        schema="pg_catalog",
        encoder=lambda value: b"\x01" + orjson.dumps(value, default=str),
        decoder=lambda data: orjson.loads(data[1:]),
        format="binary",
    )


async def _prepare_lent_connection(connection: Any, watch: Watch | None) -> None:
    async with connection.transaction():
        await _prepare_connection(connection, watch)


def is_refusal_of_pooler(error: BaseException) -> bool:
    """Whether the address of the database leads to a pooler that lends connections for a transaction:
    it refuses settings of a session, and forgets what was prepared."""
    forgets = asyncpg.InvalidSQLStatementNameError | asyncpg.DuplicatePreparedStatementError
    return isinstance(error, forgets) or "unsupported startup parameter" in str(error)


def explain_database_error(error: BaseException) -> str:
    """What the database refused, and what to change."""
    if is_refusal_of_pooler(error):
        return NEEDS_THE_DATABASE
    remedy = "Check GATEHOUSE_DATABASE_URL."
    if isinstance(error, asyncpg.TooManyConnectionsError):
        remedy = CONNECTIONS_LIMITED
    return f"The database cannot be used: {error or 'it does not answer'}. {remedy}"
