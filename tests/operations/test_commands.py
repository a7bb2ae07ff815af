"""What holds for every command that works on the database."""

import asyncio

import pytest

from gatehouse.kit.db import Database, Query, Scope
from gatehouse.vendor_commands import with_database
from tests.databases import own_database

LIMIT = Query(
    float, "select extract(epoch from current_setting('statement_timeout')::interval)::float"
)


async def statement_limit(database: Database) -> float:
    """In seconds."""
    async with database.transaction(Scope.system()) as db:
        return await LIMIT.one(db)


@pytest.fixture
async def own_url(server_url, database_url):
    async with own_database(server_url) as url:
        yield url


async def test_a_command_waits_longer_for_a_statement_than_a_request(database, settings, own_url):
    ours = settings.model_copy(update={"database_url": own_url})
    limit = await asyncio.to_thread(with_database, ours, statement_limit)
    assert limit > max(60, await statement_limit(database))
