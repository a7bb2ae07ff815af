"""Somebody is erased: at once from where they sign in, then from every table; the audit stays provable."""

from collections.abc import AsyncIterator

import httpx
import pytest

from gatehouse.kit.db import Database
from tests.identity.browser import ME
from tests.vendor.caller import new_backend
from tests.vendor.erasing import erase, leave_traces, settled, tables_with
from tests.world import Db, World


@pytest.fixture
async def backend(world: World, db: Db) -> AsyncIterator[httpx.AsyncClient]:
    yield (await new_backend(world, ["vendor.read.users", "vendor.write.users"])).http
    await world.configure("update vendor set sso_excluded_emails = '{}'")


async def test_no_table_knows_the_person_any_more(
    world: World, db: Db, database: Database, resources, run_jobs, backend
):
    person, boss = await world.person("Admin"), await world.person("Admin")
    await world.member_of(person.tenant_id, boss.id)
    await leave_traces(database, person)
    await run_jobs()
    before = await tables_with(db, person.email)
    assert len(before) > 15, before

    answer = await erase(backend, person.id)
    assert answer.status_code == 202, answer.text
    assert (await person.browser.get(ME)).status_code == 401
    await run_jobs()
    assert "users" not in await tables_with(db, person.email)
    await settled(database, resources)
    await run_jobs()
    assert await tables_with(db, person.email) == set()
    assert await tables_with(db, str(person.id)) == set()
