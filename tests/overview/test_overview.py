"""How the vendor's business does, in figures."""

from collections.abc import AsyncIterator
from datetime import timedelta
from uuid import uuid4

import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.resources import Resources
from gatehouse.overview.days import count_finished_days
from tests.staff import Staff, dismiss_all, hire
from tests.world import Db, World

OVERVIEW = "/vendor/resources/overview/v1"


@pytest.fixture
async def finance(world: World, database: Database) -> AsyncIterator[Staff]:
    await dismiss_all(database)
    yield await hire(world, StaffRole.FINANCE)
    await dismiss_all(database)


SIGNED_IN = """
  insert into audits (id, tenant_id, created_at, action, severity, actor_user_id)
  values ($1, $2, $3, 'user.authenticated', 'Info', $4)
"""


async def test_tenants_and_sign_ins_are_counted(finance: Staff, world: World, db: Db):
    before = (await finance.browser.get(OVERVIEW)).json()
    tenant_id = await world.tenant("One more")
    user_id, _ = await world.member(tenant_id)
    for _ in range(2):
        await db.connection.execute(SIGNED_IN, uuid4(), tenant_id, clock.now(), user_id)
    after = (await finance.browser.get(OVERVIEW)).json()
    assert after["tenants"]["count"] == before["tenants"]["count"] + 1
    assert after["people"]["count"] == before["people"]["count"] + 1
    assert after["tenants"]["isMore"] is False
    assert len(after["days"]) == 30
    assert after["days"][-1]["day"] == clock.now().date().isoformat()
    assert after["days"][-1]["signIns"] == before["days"][-1]["signIns"] + 2
    assert after["days"][-1]["people"] == before["days"][-1]["people"] + 1


async def test_a_day_that_is_over_is_counted_once(
    world: World, db: Db, database: Database, resources: Resources
):
    """And not again. A day is over an hour after its end. So far in the future no other test signs in."""
    await world.configure("delete from sign_in_days")
    midnight = clock.now().replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=2003)
    clock.advance_clock(midnight - clock.now() + timedelta(minutes=30))
    await dismiss_all(database)
    finance = await hire(world, StaffRole.FINANCE)
    tenant_id, job = await world.tenant("Of old"), JobContext(database, resources, 0, 1, True)
    for days, times in ((1, 3), (2, 2)):
        user_id, _ = await world.member(tenant_id)
        for _ in range(times):
            at = midnight - timedelta(days=days, hours=-2)
            await db.connection.execute(SIGNED_IN, uuid4(), tenant_id, at, user_id)

    async def told() -> list[tuple[int, int]]:
        days = (await finance.browser.get(OVERVIEW)).json()["days"]
        return [(one["signIns"], one["people"]) for one in days[-3:-1]]

    async def kept() -> list[tuple[int, int]]:
        found = await db.connection.fetch(
            "select sign_ins, people from sign_in_days where day >= $1 order by day",
            (midnight - timedelta(days=2)).date(),
        )
        return [(row["sign_ins"], row["people"]) for row in found]

    assert await told() == [(2, 1), (3, 1)]
    await count_finished_days(job)
    assert await kept() == [(2, 1)]
    assert await told() == [(2, 1), (3, 1)]
    clock.advance_clock(timedelta(hours=1))
    finance = await hire(world, StaffRole.FINANCE)
    await count_finished_days(job)
    assert await kept() == [(2, 1), (3, 1)]
    late = midnight - timedelta(hours=1)
    await db.connection.execute(SIGNED_IN, uuid4(), tenant_id, late, uuid4())
    await count_finished_days(job)
    assert await told() == [(2, 1), (3, 1)]
    await db.connection.execute("delete from sign_in_days")
    await dismiss_all(database)


async def test_payments_are_summed_by_month_and_currency(finance: Staff, world: World, db: Db):
    tenant_id = await world.tenant("Payer")
    now = clock.now()
    for total, paid_at in ((1000, now), (250, now), (99, None), (5, now - timedelta(days=500))):
        await db.connection.execute(
            "insert into billing_invoices (id, tenant_id, external_id, status, currency, total, created_at,"
            " paid_at) values ($1, $2, $3, 'paid', 'XTS', $4, $5, $6)",
            uuid4(), tenant_id, uuid4().hex, total, now, paid_at,
        )  # fmt: skip
    told = (await finance.browser.get(OVERVIEW)).json()["paid"]
    mine = [one for one in told if one["currency"] == "XTS"]
    month = now.date().replace(day=1).isoformat()
    assert mine == [{"month": month, "currency": "XTS", "total": 1250, "invoices": 2}]
    await db.connection.execute("delete from billing_invoices where tenant_id = $1", tenant_id)


async def test_current_failures_are_counted(finance: Staff, world: World, db: Db):
    before = (await finance.browser.get(OVERVIEW)).json()["failing"]
    admin, now = await world.person("Admin"), clock.now()
    await db.connection.execute(
        "insert into webhooks (id, tenant_id, display_name, url, event_keys, is_active, failing_since,"
        " created_at, updated_at) values ($1, $2, 'Bad', 'https://a.test', '{}', true, $3, $3, $3)",
        uuid4(), admin.tenant_id, now,
    )  # fmt: skip
    message_id, job = uuid4(), "test.failing_now"
    await db.connection.execute(
        "insert into outgoing_messages (id, channel, recipient, created_at, failed_at)"
        " values ($1, 'mail', 'a@b.test', $2, $2)",
        message_id, now,
    )  # fmt: skip
    await db.connection.execute(
        "insert into pgqueuer (priority, entrypoint, status, attempts, execute_after)"
        " values (0, $1, 'failed', 7, now())",
        job,
    )
    try:
        after = (await finance.browser.get(OVERVIEW)).json()["failing"]
    finally:
        await db.connection.execute("delete from pgqueuer where entrypoint = $1", job)
        await db.connection.execute("delete from outgoing_messages where id = $1", message_id)
        await db.connection.execute("delete from webhooks where tenant_id = $1", admin.tenant_id)
    grown = {name: after[name] - before[name] for name in after}
    assert grown == {
        "jobs": 1,
        "webhooks": 1,
        "sso": 0,
        "messages": 1,
        "paymentEvents": 0,
        "paymentDifferences": 0,
    }
