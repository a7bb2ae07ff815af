"""Behind a pooler in transaction mode: what is in force for one transaction is so in each, and only there."""

import asyncio
from typing import Any
from uuid import uuid4

import asyncpg
import httpx
import pytest
from pydantic import ValidationError

from gatehouse.app import build_app, build_request_pipeline
from gatehouse.commands.database import migrate_or_explain
from gatehouse.commands.runtime import open_resources
from gatehouse.kit.configuration import ConfigurationError
from gatehouse.kit.db import Command, Database, Query, Scope
from gatehouse.kit.errors import Conflict
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.tenant_ids import inner_id
from gatehouse.settings import Settings
from tests.backend import new_backend
from tests.identity.browser import ME, REFRESH, new_browser
from tests.pooler import pooler_of
from tests.world import World

ADD = Command("insert into metadata (entity_name) values ($1)")
COUNT = Query(int, "select count(*) from metadata where entity_name = $1")
MEMBERS = Query(int, "select count(*) from memberships")
SEEN = Query(
    str,
    "select concat_ws(' ', current_user, current_setting('statement_timeout'), "
    "current_setting('idle_in_transaction_session_timeout'), current_setting('gatehouse.scope'))",
)


class RefusedAfterwards(Conflict):
    code = "records.refused"


@pytest.fixture
async def pooler(database_url: str):
    async with pooler_of(database_url) as (made, url):
        yield made, url


@pytest.fixture
async def behind(pooler):
    database = await Database.connect_behind_pooler(pooler[1], connections=4)
    yield database
    await database.close()


async def test_users_sign_in_and_work_through_a_pooler(settings, database_url, pooler):
    made, url = pooler
    async with open_resources(settings, database_url, 8, pooler_url=url) as resources:
        app = build_request_pipeline(build_app(settings, resources), settings)
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        world = World(
            resources,
            lambda: httpx.AsyncClient(transport=transport, base_url=settings.public_url),
            settings,
        )
        admin, other = await world.person("Admin"), await world.person("Admin")
        browser = await new_browser(world)
        for _ in range(3):
            answer = await browser.http.post(REFRESH)
            assert answer.status_code == 201, answer.text
        reads = [person.browser.get(path) for person in (admin, other) for path in [ME] * 10]
        found = [answer.json()["id"] for answer in await asyncio.gather(*reads)]
        assert found == [str(admin.id)] * 10 + [str(other.id)] * 10
        people = await admin.browser.get("/identity/resources/users/v2?_limit=10")
        assert [one["id"] for one in people.json()["items"]] == [str(admin.id)]
        group = await admin.browser.post("/identity/resources/groups/v1", json={"name": "Readers"})
        assert group.status_code == 201, group.text
        listed = await admin.browser.get("/identity/resources/groups/v1")
        assert [one["name"] for one in listed.json()["groups"]] == ["Readers"]
        assert (await app_ready(transport, settings)) == 200
    assert made.lent > 40


async def app_ready(transport: httpx.ASGITransport, settings: Settings) -> int:
    async with httpx.AsyncClient(transport=transport, base_url=settings.public_url) as probe:
        return (await probe.get("/readyz")).status_code


async def test_role_limits_and_scope_hold_in_each_transaction_and_no_longer(behind, world, pooler):
    person, _ = await world.person("Admin"), await world.person("Admin")
    scope = Scope.tenant(person.tenant_id)
    for _ in range(4):
        async with behind.transaction(scope) as db:
            assert await MEMBERS.one(db) == 1
            assert await SEEN.one(db) == f"gatehouse_app 2850ms 1min {{{person.tenant_id}}}"
        async with behind.transaction(Scope()) as db:
            assert await MEMBERS.one(db) == 0
    connection = await asyncpg.connect(pooler[1], statement_cache_size=0)
    for _ in range(4):
        async with connection.transaction():
            words = await connection.fetchval("select current_setting('gatehouse.scope', true)")
            assert not words
    await connection.close()


async def test_a_statement_alone_stays_done_whatever_is_made_of_it(behind, db):
    kept, undone = uuid4().hex, uuid4().hex

    async def add(name: str, then: str = "") -> None:
        async with behind.one_statement() as single:
            await ADD.run(single, name)
            if then:
                await single.connection.execute(then)
            raise RefusedAfterwards("no")

    with pytest.raises(RefusedAfterwards):
        await add(kept)
    with pytest.raises(asyncpg.DivisionByZeroError):
        await add(undone, "select 1 / 0")
    assert await COUNT.one(db, kept) == 1
    assert await COUNT.one(db, undone) == 0
    async with behind.one_statement() as single:
        assert await COUNT.one(single, kept) == 1


async def test_a_pooler_is_not_taken_for_the_database(settings, pooler):
    """Nothing that needs a session begins on it; what to set is said."""
    with pytest.raises(ConfigurationError, match="GATEHOUSE_DATABASE_POOLER_URL"):
        await migrate_or_explain(settings, pooler[1])
    with pytest.raises(ConfigurationError, match="GATEHOUSE_DATABASE_POOLER_URL"):
        async with open_resources(settings, pooler[1], 4):
            pass


async def test_an_unreachable_pooler_is_named(settings, database_url):
    away = "postgresql://postgres@127.0.0.1:1/nothing"
    with pytest.raises(ConfigurationError, match="GATEHOUSE_DATABASE_POOLER_URL"):
        async with open_resources(settings, database_url, 4, pooler_url=away):
            pass


@pytest.mark.parametrize(
    "given",
    [
        {"database_pooler_url": "postgresql://pooler/gatehouse"},
        {"database_url": "postgresql://db/g", "database_pooler_url": "postgresql://one,two/g"},
    ],
)
def test_a_pooler_serves_one_database(given):
    with pytest.raises(ValidationError, match="pooler"):
        Settings(env="test", **given)


async def test_names_of_tenants_need_no_second_connection_of_it(
    settings, database_url, pooler, world
):
    """As many open transactions as there are connections, and each of them issues a token."""
    backend = (await new_backend(world)).http
    texts = [f"acme {uuid4().hex}" for _ in range(2)]
    for text in texts:
        made = await backend.post(
            "/tenants/resources/tenants/v1", json={"tenantId": text, "name": "Acme"}
        )
        assert made.status_code == 201
    async with open_resources(settings, database_url, 2, pooler_url=pooler[1]) as resources:
        all_hold = asyncio.Barrier(2)

        async def issue(text: str) -> Any:
            async with resources[Database].transaction(Scope.system()) as db:
                await MEMBERS.one(db)
                await all_hold.wait()
                claims = {"tenantId": str(inner_id(text))}
                return (await resources[ExternalIds].replace_in_claims(claims))["tenantId"]

        assert await asyncio.gather(*map(issue, texts)) == texts
