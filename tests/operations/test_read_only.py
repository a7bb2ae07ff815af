"""A database that takes no writes, as a standby or one whose disk is full, does not look healthy."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest

from gatehouse.commands.doctor import Finding, examine_installation
from tests.databases import own_database
from tests.operations.installation import Installation, installed, until


@pytest.fixture
async def site(server_url: str, tmp_path: Path) -> AsyncIterator[Installation]:
    async with own_database(server_url) as url, installed(url, tmp_path) as site:
        yield site


async def set_read_only(site: Installation, server_url: str, value: str) -> None:
    """Of every new connection; those that there are end."""
    name = urlsplit(site.url).path[1:]
    root = await asyncpg.connect(server_url)
    await root.execute(f"alter database {name} {value}")
    await root.execute(
        f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'"
    )
    await root.close()


async def is_up(site: Installation) -> bool:
    page = (await site.client.get("/metrics")).text
    return "\ngatehouse_database_up 1.0\n" in page


async def found_by_doctor(site: Installation) -> Finding:
    settings = site.settings.model_copy(update={"database_url": site.url})
    report = await asyncio.to_thread(
        lambda: {one.subject: one for one in examine_installation(settings)}
    )
    return report["Database"]


async def test_a_database_that_takes_no_writes_is_seen(site: Installation, server_url: str):
    assert (await site.client.get("/readyz")).status_code == 200
    assert await is_up(site)
    assert not (await found_by_doctor(site)).fix
    await set_read_only(site, server_url, "set default_transaction_read_only = on")

    async def is_refused() -> bool:
        answer = await site.client.get("/readyz")
        return bool(answer.json() == {"ready": False, "database": "ReadOnlySQLTransactionError"})

    await until(is_refused)
    assert not await is_up(site)
    found = await found_by_doctor(site)
    assert "takes no writes" in found.state
    assert "GATEHOUSE_DATABASE_URL" in found.fix
    await set_read_only(site, server_url, "reset default_transaction_read_only")

    async def is_ready() -> bool:
        return (await site.client.get("/readyz")).status_code == 200

    await until(is_ready)
    assert not (await found_by_doctor(site)).fix


async def test_the_version_of_the_database_is_said_as_the_server_says_it(
    site: Installation, server_url: str
):
    root = await asyncpg.connect(server_url)
    version = str(await root.fetchval("show server_version")).split()[0]
    await root.close()
    assert (await found_by_doctor(site)).state == f"PostgreSQL {version}, external"
