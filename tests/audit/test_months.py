"""The audit table: added to and never changed, a partition a month, dropped when it is past what is kept."""

import itertools
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.jobs import maintain_audit_months
from gatehouse.audit.service import announce_event
from gatehouse.directory.tenants.events import TenantUpdated
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Database, Scope
from gatehouse.kit.db.migrate import MIGRATIONS, list_known_migrations, migrate
from gatehouse.kit.jobs import JobContext
from tests.databases import opened, own_database

PARTS = "select part::text from audit_parts order by starts nulls last"
KEPT = timedelta(days=730)


class Months:
    """A database of the test's own: its months do not disturb others."""

    def __init__(self, owner: Any, database: Database, resources: Any) -> None:
        self.owner = owner
        self.database = database
        self.context = JobContext(database, resources, 0, 1, last_attempt=True)

    async def parts(self) -> list[str]:
        return [row["part"] for row in await self.owner.fetch(PARTS)]

    async def keep(self) -> None:
        await maintain_audit_months(self.context)

    async def announce(self) -> UUID:
        """A new tenant of which there is one row."""
        tenant_id = new_id()
        async with self.database.transaction(Scope.tenant(tenant_id)) as db:
            await announce_event(db, TenantUpdated(tenant_id), by=SYSTEM)
        return tenant_id

    async def part_of(self, tenant_id: UUID) -> str | None:
        """Where the tenant's row is."""
        found = "select tableoid::regclass::text from audits where tenant_id = $1"
        return await self.owner.fetchval(found, tenant_id)  # type: ignore[no-any-return]


@pytest.fixture
async def months(server_url: str, resources: Any) -> AsyncIterator[Months]:
    async with own_database(server_url) as url:
        owner = await asyncpg.connect(url)
        database = await Database.connect(url, connections=3)
        yield Months(owner, database, resources)
        await database.close()
        await owner.close()


def part_name(when: datetime) -> str:
    return f"audits_{when:%Y_%m}"


async def test_the_months_to_come_are_there_before_they_begin(months: Months):
    await months.keep()
    assert [name for name in await months.parts() if name not in ("audits_before", "audits_rest")]
    before = await months.parts()
    await months.keep()
    assert await months.parts() == before
    clock.advance_clock(timedelta(days=62))
    await months.keep()
    later = await months.parts()
    assert len(later) == len(before) + 2
    tenant_id = await months.announce()
    assert await months.part_of(tenant_id) == part_name(clock.now())


async def test_a_row_without_a_month_is_kept_until_there_is_one(months: Months):
    clock.advance_clock(timedelta(days=500))
    tenant_id = await months.announce()
    assert await months.part_of(tenant_id) == "audits_rest"
    await months.keep()
    assert await months.part_of(tenant_id) == part_name(clock.now())
    again = await months.announce()
    assert await months.part_of(again) == part_name(clock.now())


async def test_a_month_goes_when_all_of_it_is_past_what_is_kept(months: Months):
    clock.advance_clock(-KEPT - timedelta(days=32))
    old = await months.announce()
    clock.reset_clock()
    clock.advance_clock(-KEPT + timedelta(days=1))
    kept = await months.announce()
    clock.reset_clock()
    new = await months.announce()
    await months.keep()
    assert [await months.part_of(one) is None for one in (old, kept, new)] == [True, False, False]


async def test_nothing_young_goes_whatever_the_role_says(months: Months):
    """The function's caller is the application, which may be wrong, or no longer itself."""
    clock.advance_clock(-timedelta(days=85))
    tenant_id = await months.announce()
    clock.reset_clock()
    far = clock.now() + timedelta(days=9000)
    async with opened(months.database, Scope.system()) as db:
        drop = "select gatehouse_keep_audit_months($1, interval '-9 years')"
        assert await db.connection.fetchval(drop, far) == 0
    assert await months.part_of(tenant_id)


async def test_the_role_may_add_and_read_and_nothing_else(months: Months):
    await months.keep()
    tenant_id = await months.announce()
    parts = await months.parts()
    assert len(parts) > 3
    statements = ["update {} set action = 'x'", "delete from {}", "truncate {}"]
    through_parts = ["select from {}", "insert into {} select * from audits"]
    tried = [
        *itertools.product(statements, ["audits", *parts]),
        *itertools.product(through_parts, parts),
        *itertools.product(["drop table {}", "alter table audits detach partition {}"], parts),
    ]
    for statement, table in tried:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with opened(months.database, Scope.system()) as db:
                await db.connection.execute(statement.format(table))
    for scope, seen in [(Scope.tenant(tenant_id), 1), (Scope.tenant(new_id()), 0), (Scope(), 0)]:
        async with opened(months.database, scope) as db:
            assert await db.connection.fetchval("select count(*) from audits") == seen


async def test_no_tenant_writes_into_the_audit_of_another(months: Months):
    with pytest.raises(asyncpg.InsufficientPrivilegeError, match="row-level security"):
        async with months.database.transaction(Scope.tenant(new_id())) as db:
            await announce_event(db, TenantUpdated(new_id()), by=SYSTEM)


async def test_every_part_is_behind_the_second_lock(months: Months):
    await months.keep()
    unlocked = await months.owner.fetch(
        "select part from audit_parts join pg_class c on c.oid = part"
        " where not (c.relrowsecurity and c.relforcerowsecurity)"
        " or not exists(select from pg_policy where polrelid = part)"
    )
    assert unlocked == []


async def test_the_rows_of_the_version_before_are_carried_over(
    server_url: str, tmp_path, monkeypatch
):
    """An installation of years; an older process still writes, by the names that it knows."""
    add = (
        "insert into audits (id, tenant_id, created_at, action, severity, description,"
        " actor_user_id, actor_email, ip, user_agent, data)"
        " values (gen_random_uuid(), $1, $2, 'user.invited', 'Info', '', null, null, null, null, '{}')"
    )
    async with own_database(server_url, "template1") as url:
        for name in list_known_migrations():
            if name < "0020":
                (tmp_path / f"{name}.sql").write_bytes((MIGRATIONS / f"{name}.sql").read_bytes())
        with monkeypatch.context() as patch:
            patch.setattr("gatehouse.kit.db.migrate.MIGRATIONS", tmp_path)
            await migrate(url)
        older, now = await asyncpg.connect(url), clock.now()
        for days in (1500, 400, 0):
            await older.execute(add, new_id(), now - timedelta(days=days))
        assert await migrate(url)
        for days in (2000, 0):
            await older.execute(add, new_id(), now - timedelta(days=days))
        assert await older.fetchval("select count(*) from audits") == 5
        drop = "select gatehouse_keep_audit_months($1, interval '730 days')"
        assert await older.fetchval(drop, now) == 1
        assert await older.fetchval("select count(*) from audits") == 4
        await older.close()
