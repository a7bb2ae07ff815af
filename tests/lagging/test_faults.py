"""Whatever happens to the replica, the primary answers instead, and no request waits long."""

import asyncio
from pathlib import Path
from time import monotonic
from urllib.parse import quote
from uuid import uuid4

import asyncpg
import httpx
import pytest
from pydantic import ValidationError

from gatehouse.commands.doctor import examine_installation
from gatehouse.kit.db import Command, Query, Scope
from gatehouse.kit.db.replica_reads import read_from_replica
from gatehouse.kit.db.standby import Standby
from gatehouse.settings import Settings
from tests.kit.test_hosts import REFUSES, several
from tests.lagging.site import Site, opened, reads, since
from tests.proxy import silent_proxy
from tests.standby import Pair, another_copy, streaming, until

LOG = "/vendor/resources/audits/v1"
TENANTS = "/tenants/resources/tenants/v2"
PATIENCE = 5.0
ADDED = Query(str, "insert into metadata (entity_name) values ($1) returning entity_name")
COUNT = Query(int, "select count(*) from metadata where entity_name = $1")
IN_RECOVERY = Query(bool, "select pg_is_in_recovery()")
PLANNED_ANEW = Command("set local plan_cache_mode = force_custom_plan")
PLANNED = Query(str, "select current_setting('plan_cache_mode')")
SCOPE = Query(str, "select current_setting('gatehouse.scope')")


@pytest.mark.parametrize("url", ["postgresql://standby/gatehouse", "mysql://standby/gatehouse"])
def test_it_is_a_copy_of_a_database_that_is_named(url: str):
    with pytest.raises(ValidationError, match=r"database_standby_url|postgresql://"):
        Settings(env="test", database_standby_url=url)


@pytest.fixture
def patient(lagging_settings: Settings) -> Settings:
    return lagging_settings.model_copy(update={"database_patience_seconds": PATIENCE})


async def _lists(browser: httpx.AsyncClient) -> None:
    answer = await browser.get(TENANTS)
    assert answer.status_code == 200, answer.text
    assert answer.json()["_metadata"]["totalItems"] > 0


async def test_a_replica_that_was_never_there(pair: Pair, patient: Settings):
    async with opened(pair, patient, f"postgresql://postgres@{REFUSES}/postgres") as site:
        staff, before = await site.staff(), reads()
        await _lists(staff.browser)
        assert since(before) == {"away": 1}


async def test_a_replica_that_stops_answering(pair: Pair, patient: Settings):
    async with (
        silent_proxy(pair.copy_url) as (proxy, url),
        opened(pair, patient, url) as site,
    ):
        await site.in_use()
        staff = await site.staff()
        await _lists(staff.browser)
        proxy.silence()
        began = monotonic()
        await asyncio.gather(*(_lists(staff.browser) for _ in range(8)))
        assert monotonic() - began < PATIENCE
        # From now on no request tries the replica.
        before = reads()
        await _lists(staff.browser)
        assert since(before) == {"away": 1}
        proxy.speak()

        # A look that began in the silence may end after one that found the copy well.
        async def is_read_again() -> bool:
            before = reads()
            await _lists(staff.browser)
            return since(before) == {"standby": 1}

        await until(is_read_again)


async def test_after_one_fault_the_replica_is_not_used_until_it_was_checked(site: Site, pair: Pair):
    async with silent_proxy(pair.copy_url) as (proxy, url):
        standby = await Standby.create(
            site.database, url, connections=2, limit=60, patience=PATIENCE
        )

        async def is_well() -> bool:
            await standby.check_replica()
            return standby.is_well

        await until(is_well)
        proxy.silence()
        async with (
            site.database.transaction(Scope.system()) as primary,
            read_from_replica(primary, standby) as db,
        ):
            assert not await IN_RECOVERY.one(db)
        assert not standby.is_well
        proxy.speak()
        await until(is_well)
        await standby.close()


async def test_a_replica_that_is_behind(pair: Pair, patient: Settings):
    settings = patient.model_copy(update={"database_standby_lag_seconds": 1})
    async with opened(pair, settings, pair.copy_url) as site:
        await site.in_use()
        staff, backend, name = await site.staff(), await site.backend(), uuid4().hex
        async with pair.paused():
            made = await backend.http.post("/tenants/resources/tenants/v1", json={"name": name})
            assert made.status_code == 201
            await site.out_of_use()
            before = reads()
            page = (await staff.browser.get(TENANTS, params={"_filter": name})).json()
            assert page["_metadata"]["totalItems"] == 1
            assert since(before) == {"behind": 1}
        await site.in_use()


async def test_a_quiet_primary_is_not_lag(pair: Pair, patient: Settings):
    """Nothing was written for three times as long as the copy may be behind."""
    settings = patient.model_copy(update={"database_standby_lag_seconds": 1})
    seen: dict[str, float] = {}

    async def is_quiet() -> bool:
        place = await pair.on_primary.fetchval("select pg_current_wal_flush_lsn()::text")
        return monotonic() - seen.setdefault(place, monotonic()) > 3

    async with opened(pair, settings, pair.copy_url) as site:
        await site.in_use()
        await until(is_quiet)
        await site.standby.check_replica()
        assert site.standby.is_well


async def test_each_connection_shows_that_it_has_what_is_wanted(site: Site, pair: Pair):
    """The last look found it well, for it may be a minute behind; a connection says whether it has more."""
    name = uuid4().hex
    async with pair.paused():
        async with site.database.transaction(Scope.system()) as db:
            await ADDED.one(db, name)
        began = monotonic()
        await site.standby.check_replica()
        assert site.standby.is_well
        before = reads()
        async with (
            site.database.transaction(Scope.system()) as primary,
            read_from_replica(primary, site.standby, since=began) as db,
        ):
            assert await COUNT.one(db, name) == 1
        assert since(before) == {"behind": 1}
        async with (
            site.database.transaction(Scope.system()) as primary,
            read_from_replica(primary, site.standby) as db,
        ):
            assert await COUNT.one(db, name) == 0


async def test_what_replay_takes_away_is_read_from_the_primary(site: Site, pair: Pair):
    """A statement on the standby is ended by what the primary did to its table (40001)."""
    await pair.on_copy.execute("alter system set max_standby_streaming_delay = 0")
    await pair.on_copy.execute("select pg_reload_conf()")
    await pair.on_primary.execute("create table taken (n int); insert into taken values (1), (2)")
    await pair.on_primary.execute("grant select on taken to gatehouse_app")
    await pair.caught_up()
    rows = Query(int, "select count(*) from taken", remembered=False)
    before = reads()
    async with (
        site.database.transaction(Scope.tenant(uuid4())) as primary,
        read_from_replica(primary, site.standby) as db,
    ):
        await PLANNED_ANEW.run(db)
        assert await rows.one(db) == 2
        scope = await SCOPE.one(db)
        await pair.on_primary.execute("truncate taken")
        await pair.caught_up()
        assert await rows.one(db) == 0
        assert not await IN_RECOVERY.one(db)
        # In the same scope, and with what was said to the standby.
        assert await SCOPE.one(db) == scope != "system"
        assert await PLANNED.one(db) == "force_custom_plan"
    assert since(before)["standby"] == 3
    assert len(since(before)) == 2
    await pair.on_primary.execute("drop table taken")


async def test_a_write_is_done_once_on_the_primary(site: Site):
    name, before = uuid4().hex, reads()
    async with (
        site.database.transaction(Scope.system()) as primary,
        read_from_replica(primary, site.standby) as db,
    ):
        assert await ADDED.one(db, name) == name
        assert await COUNT.one(db, name) == 1
    assert since(before) == {"conflict": 1}
    async with site.database.transaction(Scope.system()) as db:
        assert await COUNT.one(db, name) == 1


async def test_a_fault_of_the_statement_is_told_as_ever(site: Site):
    with pytest.raises(asyncpg.DataError):
        async with (
            site.database.transaction(Scope.system()) as primary,
            read_from_replica(primary, site.standby) as db,
        ):
            await COUNT.one(db, object())


async def test_of_several_hosts_the_replica_is_read(pair: Pair, patient: Settings):
    folder = pair.primary_url.partition("?host=")[2].replace("/", "%2F")
    async with opened(pair, patient, several(pair.copy_url, REFUSES, folder)) as site:
        await site.in_use()
        staff, before = await site.staff(), reads()
        await _lists(staff.browser)
        assert since(before) == {"standby": 1}


async def test_the_doctor_knows_it(pair: Pair, patient: Settings):
    await pair.caught_up()
    settings = patient.model_copy(update={"database_url": pair.primary_url})
    found = {
        one.subject: one
        for one in await asyncio.to_thread(lambda: [*examine_installation(settings)])
    }
    assert found["Standby"].state.endswith(" bytes behind")
    assert not found["Standby"].fix


async def test_another_database_is_never_read(pair: Pair, patient: Settings):
    await pair.on_primary.execute("create database elsewhere")
    await pair.caught_up()
    elsewhere = pair.copy_url.replace("/postgres?", "/elsewhere?")
    async with opened(pair, patient, elsewhere) as site:
        for _ in range(3):
            await site.standby.check_replica()
            assert not site.standby.is_well


async def test_a_replica_that_is_stopped_and_then_promoted(
    tmp_path_factory: pytest.TempPathFactory, patient: Settings
):
    folder: Path = tmp_path_factory.mktemp("own")
    async with (
        streaming(folder) as pair,
        another_copy(pair, folder) as another,
        opened(pair, patient, several(pair.copy_url, quote(str(another.sockets), safe=""))) as site,
    ):
        await site.in_use()
        staff = await site.staff()
        await _lists(staff.browser)
        await asyncio.to_thread(_control, pair, "stop", "-m", "immediate")
        await asyncio.gather(*(_lists(staff.browser) for _ in range(4)))
        await site.out_of_use()
        await asyncio.to_thread(pair.copy._start_server)
        await site.in_use()
        before = reads()
        await _lists(staff.browser)
        assert since(before) == {"standby": 1}
        await asyncio.to_thread(_control, pair, "promote")
        await _lock_row(pair.copy_url)
        # Its connections are still open, and it would answer; but it follows no primary any more.
        before = reads()
        await _lists(staff.browser)
        assert "standby" not in since(before)
        await site.out_of_use()
        await _lists(staff.browser)
        await asyncio.to_thread(another.start)
        await site.in_use()
        # None of its connections still leads to the one of before.
        before = reads()
        await asyncio.gather(*(_lists(staff.browser) for _ in range(6)))
        assert since(before) == {"standby": 6}


async def _lock_row(url: str) -> None:
    """The table of locks has not followed the primary, and is empty."""
    promoted = await asyncpg.connect(url)
    await promoted.execute("begin; select gatehouse_lock(1); commit")
    assert await promoted.fetchval("select count(*) from locks") == 0
    await promoted.close()


def _control(pair: Pair, *what: str) -> None:
    done = pair.copy._run_postgres_program("pg_ctl", "-D", str(pair.copy.cluster), "-w", *what)
    assert done.returncode == 0, done.stdout
