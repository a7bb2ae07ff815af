"""How often an account calls, by month."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.resources import Resources
from gatehouse.usage import api_calls
from gatehouse.usage.api_calls import ApiCalls
from tests.directory.api_tokens import KINDS, new_machine
from tests.scim.directory import connect
from tests.usage.test_usage import months_ago, usage
from tests.world import Db, Person, World

ME = "/identity/resources/users/v2/me"
HOT_LIST = "/audits"


@pytest.fixture
async def reader(world: World) -> Person:
    return await world.person("Admin")


@pytest.fixture
def moved_clock() -> Iterator[None]:
    yield
    clock.reset_clock()


async def calls_of(person: Person, resources: Resources) -> int | None:
    """Those of this month, without the one that asks."""
    await resources[ApiCalls].flush()
    found: list[dict[str, Any]] = await usage(person)
    await resources[ApiCalls].flush()
    calls: int | None = found[-1]["apiCalls"]
    return calls


async def test_each_answered_call_is_one(reader: Person, resources: Resources):
    for path in (ME, ME, HOT_LIST, "/identity/resources/roles/v1"):
        assert (await reader.browser.get(path)).status_code == 200
    refused = await reader.browser.get(f"/identity/resources/groups/v1/{uuid4()}")
    assert refused.status_code == 404
    assert await calls_of(reader, resources) == 5
    assert await calls_of(reader, resources) == 6, "and the one before, which asked"


async def test_unauthenticated_calls_and_those_of_other_accounts_are_not_counted(
    reader: Person, world: World, resources: Resources
):
    stranger = await world.person("Admin")
    await stranger.browser.get(ME)
    without = world.new_client()
    assert (await without.get(ME)).status_code == 401
    forged = {"authorization": f"{reader.browser.headers['authorization'][:-4]}AAAA"}
    assert (await without.get(ME, headers=forged)).status_code == 401
    assert await calls_of(reader, resources) == 0


async def test_a_session_that_is_over_counts_nothing(
    reader: Person, world: World, db: Db, resources: Resources
):
    other = await world.person("Admin", tenant_id=reader.tenant_id)
    await db.connection.execute(
        "update sessions set ended_at = now() where id = $1", other.session_id
    )
    assert (await other.browser.get(ME)).status_code == 401
    assert await calls_of(reader, resources) == 0


@pytest.mark.parametrize("kind", KINDS)
async def test_tokens_of_the_account_call_too(
    kind: str, reader: Person, world: World, resources: Resources
):
    tool = await new_machine(world, reader, kind)
    before = await calls_of(reader, resources)
    answer = await tool.http.get("/identity/resources/roles/v1")
    assert answer.status_code in (200, 403)
    assert before is not None
    assert await calls_of(reader, resources) == before + 2, "and the one before, which asked"


async def test_several_processes_add_up(reader: Person, database: Database, resources: Resources):
    """Each writes what it has counted, at the same moment as the others, and nothing twice."""
    processes = [ApiCalls(database) for _ in range(4)]
    for number, process in enumerate(processes, start=1):
        for _ in range(number * 100):
            process.count(str(reader.tenant_id))
    await asyncio.gather(*(process.flush() for process in processes))
    await asyncio.gather(*(process.flush() for process in processes))
    assert await calls_of(reader, resources) == 1000


async def test_counts_that_could_not_be_written_are_written_later(
    reader: Person, database: Database, resources: Resources, monkeypatch: pytest.MonkeyPatch
):
    process = ApiCalls(database)
    process.count(str(reader.tenant_id))
    with monkeypatch.context() as patched:
        patched.setattr(database, "transaction", _away)
        with pytest.raises(OSError, match="away"):
            await process.flush()
    process.count(str(reader.tenant_id))
    await process.flush()
    assert await calls_of(reader, resources) == 2


def _away(*_: Any) -> Any:
    raise OSError("the database is away")


async def test_a_process_that_ends_writes_down_what_it_has(
    reader: Person, database: Database, resources: Resources
):
    process = ApiCalls(database)
    async with process.kept():
        process.count(str(reader.tenant_id))
    assert await calls_of(reader, resources) == 1


async def test_calls_of_an_unknown_account_do_not_block_those_of_others(
    reader: Person, database: Database, resources: Resources
):
    process = ApiCalls(database)
    process.count(str(uuid4()))
    process.count(str(reader.tenant_id))
    await process.flush()
    assert await calls_of(reader, resources) == 1


def test_the_memory_has_an_end(database: Database, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(api_calls, "MOST", 10)
    process = ApiCalls(database)
    for number in range(100):
        process.count(str(number % 20))
    assert len(process._counts) == 10
    assert sum(process._counts.values()) == 50


async def test_months_are_those_of_the_accounts_calendar(
    reader: Person, world: World, db: Db, database: Database, moved_clock: None
):
    """The last hour of a month in UTC is the first one of the next in Tokyo."""
    await db.connection.execute(
        "update tenants set timezone = 'Asia/Tokyo' where id = $1", reader.tenant_id
    )
    now = clock.now()
    next_month = (now.replace(day=1) + timedelta(days=32)).replace(day=1, hour=0, minute=0)
    clock.advance_clock(next_month - timedelta(minutes=30) - now)
    process = ApiCalls(database)
    process.count(str(reader.tenant_id))
    await process.flush()
    again = await world.sign_in(reader.id, reader.tenant_id, reader.email)
    this_month = (await usage(again))[-1]
    assert (this_month["month"], this_month["apiCalls"]) == (next_month.strftime("%Y-%m"), 1)


async def test_months_before_the_counting_are_not_known(reader: Person, db: Db):
    """Zero would be shown as a month without calls."""
    since = months_ago(1) - timedelta(days=5)
    await db.connection.execute(
        "update tenants set created_at = $2, api_calls_since = $3 where id = $1",
        reader.tenant_id, months_ago(2), since,
    )  # fmt: skip
    assert [one["apiCalls"] for one in await usage(reader)] == [None, None, 0]


async def test_a_directory_calls_too(world: World, resources: Resources):
    directory = await connect(world)
    assert (await directory.http.get("/Users")).status_code == 200
    before = await calls_of(directory.admin, resources)
    assert (await directory.http.get("/Users")).status_code == 200
    assert before is not None
    assert await calls_of(directory.admin, resources) == before + 2
