"""The two roles of a server, which all of its databases share. A server of its own, because the roles of the
shared one are used by other tests at the same time."""

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest

from gatehouse.commands.runtime import open_resources
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.db import Database
from gatehouse.kit.db.embedded import EmbeddedPostgres
from gatehouse.kit.db.migrate import SchemaError, list_known_migrations, migrate
from gatehouse.settings import Settings
from tests.databases import own_database
from tests.standby import until

APART = "grant gatehouse_system to gatehouse_app with inherit false"
INHERITING = "grant gatehouse_system to gatehouse_app with inherit true"
MADE = "create role gatehouse_app nologin; create role gatehouse_system nologin"
WAITS = """
select exists (select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'create role')
"""


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    postgres = EmbeddedPostgres(tmp_path_factory.mktemp("roles"), durable=False)
    yield await asyncio.to_thread(postgres.start)
    await asyncio.to_thread(postgres.stop)


@pytest.fixture
async def owner(server: str) -> AsyncIterator[asyncpg.Connection]:
    """The roles are gone afterwards, as all databases are."""
    connection = await asyncpg.connect(server)
    yield connection
    await connection.execute("drop role if exists gatehouse_app, gatehouse_system")
    await connection.close()


async def test_a_migration_and_a_start_require_that_the_roles_are_apart(
    server: str, owner: asyncpg.Connection, settings: Settings
):
    """Row-level security would not bind a role that inherits from one that sees every row."""
    await owner.execute(f"{MADE}; {INHERITING}")
    async with own_database(server, "template1") as url:
        with pytest.raises(SchemaError, match=rf"inherits .*gatehouse_system\. .*{APART};$"):
            await migrate(url)
        await owner.execute(APART)
        await migrate(url)
        async with open_resources(settings, url, 2) as resources:
            assert resources[Database]
        await owner.execute(INHERITING)
        with pytest.raises(ConfigurationError, match=rf"inherits gatehouse_system.*{APART}"):
            async with open_resources(settings, url, 2):
                pass


@pytest.mark.parametrize("role", ["gatehouse_app", "gatehouse_system"])
async def test_two_databases_of_a_server_may_be_migrated_at_once(
    server: str, owner: asyncpg.Connection, role: str
):
    """The other one has made the role, and has not ended its transaction yet."""
    async with own_database(server, "template1") as url:
        other = await asyncpg.connect(server)
        transaction = other.transaction()
        await transaction.start()
        await other.execute(f"create role {role} nologin")
        if role == "gatehouse_system":
            await owner.execute("create role gatehouse_app nologin")
            await other.execute(APART)
        migrating = asyncio.create_task(migrate(url))

        async def is_waiting() -> bool:
            return migrating.done() or await owner.fetchval(WAITS)

        await until(is_waiting)
        assert not migrating.done()
        await transaction.commit()
        assert await migrating == list_known_migrations()
        await other.close()
