"""An address that names several databases leads to the one that takes writes."""

import asyncio
import socket
from collections.abc import Iterator
from urllib.parse import quote

import asyncpg
import pytest

from gatehouse.kit.db import Database, Query, Scope, hosts
from tests.databases import own_database

REFUSES = "127.0.0.1:1"
NOW = Query(bool, "select true as well")

ADDRESSES = [
    ("postgresql://u:p@one/db", ["postgresql://u:p@one/db"], {}),
    (
        "postgresql://u:p%2C@one,two:5433/db?sslmode=require",
        ["postgresql://u:p%2C@one/db?sslmode=require", "postgresql://u:p%2C@two:5433/db?sslmode=require"],
        {"target_session_attrs": "read-write"},
    ),
    ("postgres://one,two/db?target_session_attrs=any",
     ["postgres://one/db?target_session_attrs=any", "postgres://two/db?target_session_attrs=any"], {}),
    ("postgresql://u@/db?host=/run", ["postgresql://u@/db?host=/run"], {}),
]  # fmt: skip


@pytest.mark.parametrize(("url", "each", "wanted"), ADDRESSES)
def test_hosts_of_an_address(url, each, wanted):
    assert hosts.split_hosts(url) == each
    assert hosts.default_options(url) == wanted


@pytest.fixture
def silent() -> Iterator[str]:
    """As a machine that is gone: a client that connects gets no answer."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"127.0.0.1:{listening.getsockname()[1]}"


def several(url: str, *others: str) -> str:
    """The database of a socket, named after these."""
    start, _, folder = url.partition("?host=")
    name = start.rpartition("/")[2]
    return f"postgresql://postgres@{','.join([*others, quote(folder, safe='')])}/{name}"


async def test_a_host_that_is_gone_delays_no_connection(server_url, silent):
    async with own_database(server_url) as url:
        address = several(url, REFUSES, silent)
        async with asyncio.timeout(5):
            database = await Database.connect(address, connections=2)
            async with database.transaction(Scope.system()) as db:
                assert await NOW.one(db)
            await database.close()


async def test_hosts_without_a_primary_raise_an_error_that_says_so(server_url):
    async with own_database(server_url) as url:
        name = url.partition("?")[0].rpartition("/")[2]
        owner = await asyncpg.connect(server_url)
        await owner.execute(f"alter database {name} set default_transaction_read_only = on")
        await owner.close()
        with pytest.raises(OSError, match="none of the databases that are named takes writes"):
            await hosts.connect_first_host(several(url, several_of_the_same(url)))
        connection = await hosts.connect_first_host(
            f"{several(url, REFUSES)}?target_session_attrs=any"
        )
        await connection.close()


def several_of_the_same(url: str) -> str:
    return quote(url.partition("?host=")[2], safe="")
