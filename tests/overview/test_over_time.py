"""Licenses and recurring revenue, month by month."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from gatehouse.access.staff_role import StaffRole
from gatehouse.kit import clock
from gatehouse.kit.db import Database
from tests.staff import Staff, dismiss_all, hire
from tests.world import Db, World

LICENSES = "/vendor/resources/overview/v1/licenses"
REVENUE = "/vendor/resources/overview/v1/revenue"
OVERVIEW = "/vendor/resources/overview/v1"


@pytest.fixture
async def finance(world: World, database: Database) -> AsyncIterator[Staff]:
    await dismiss_all(database)
    yield await hire(world, StaffRole.FINANCE)
    await dismiss_all(database)


@pytest.fixture
async def organization(world: World, db: Db) -> AsyncIterator[tuple[UUID, UUID]]:
    """Its account's id, and its own."""
    tenant_id, organization_id = await world.tenant("Payer"), uuid4()
    await db.connection.execute(
        "insert into organizations (id, tenant_id, name, billing_email, created_at)"
        " values ($1, $2, 'Payer', 'pay@payer.test', now())",
        organization_id, tenant_id,
    )  # fmt: skip
    yield tenant_id, organization_id
    for table in (
        "billing_invoices", "billing_subscriptions", "provider_adjustments", "provider_transactions",
        "license_subscriptions", "licenses", "organizations",
    ):  # fmt: skip
        await db.connection.execute(f"delete from {table} where tenant_id = $1", tenant_id)


def month(back: int) -> date:
    """The first day of the month so many before the present one."""
    day = clock.now().astimezone(UTC).date().replace(day=1)
    for _ in range(back):
        day = (day - timedelta(days=1)).replace(day=1)
    return day


def at(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


async def running(finance: Staff) -> list[dict[str, Any]]:
    answer = await finance.browser.get(LICENSES)
    assert answer.status_code == 200, answer.text
    told: list[dict[str, Any]] = answer.json()["months"]
    return told


def grown(before: list[dict[str, Any]], after: list[dict[str, Any]], name: str) -> list[int]:
    return [now[name] - then[name] for then, now in zip(before, after, strict=True)]


async def test_licenses_are_counted_at_the_end_of_each_month(
    finance: Staff, organization: tuple[UUID, UUID], db: Db
):
    before, overview = await running(finance), (await finance.browser.get(OVERVIEW)).json()
    tenant_id, organization_id = organization

    async def add(starts: datetime, **given: Any) -> UUID:
        license_id = uuid4()
        columns = {
            "id": license_id, "tenant_id": tenant_id, "organization_id": organization_id,
            "name": "L", "license_type": "teams", "is_trial": False, "max_seats": 1,
            "fingerprint": license_id.hex, "created_at": starts, "updated_at": starts, **given,
        }  # fmt: skip
        places = ", ".join(f"${n}" for n in range(1, len(columns) + 1))
        await db.connection.execute(
            f"insert into licenses ({', '.join(columns)}) values ({places})", *columns.values()
        )
        return license_id

    # Issued two months ago, revoked last month; issued long ago and ended, but given more time.
    await add(at(month(2)), revoked_at=at(month(1)))
    await add(at(month(20)), valid_to=at(month(4)), extended_until=clock.now() + timedelta(days=9))
    # A trial of three months ago that was bought in the month after.
    bought = await add(at(month(3)))
    await db.connection.execute(
        "insert into license_subscriptions (id, tenant_id, license_id, linked_at)"
        " values ($1, $2, $3, $4)",
        f"sub_{bought.hex}", tenant_id, bought, at(month(2)) + timedelta(days=1),
    )  # fmt: skip
    after = await running(finance)
    assert len(after) == 13
    assert after[-1]["month"] == month(0).isoformat()
    assert after[0]["month"] == month(12).isoformat()
    assert grown(before, after, "issued") == [*[1] * 10, 2, 1, 1]
    assert grown(before, after, "trials") == [*[0] * 9, 1, 0, 0, 0]
    assert grown(before, after, "paid") == [*[0] * 10, 1, 1, 1]
    assert grown(before, after, "began") == [*[0] * 9, 1, 1, 0, 0]
    assert grown(before, after, "ended") == [*[0] * 11, 1, 0]
    now = (await finance.browser.get(OVERVIEW)).json()
    assert now["licenses"]["count"] == overview["licenses"]["count"] + 2


async def test_a_payment_is_spread_over_the_months_that_it_covers(
    finance: Staff, organization: tuple[UUID, UUID], db: Db
):
    tenant_id, organization_id = organization

    async def overlay(total: int, paid: date, covers_until: datetime | None, **given: Any) -> None:
        await db.connection.execute(
            "insert into provider_transactions (id, tenant_id, organization_id, subscription_id, status,"
            " origin, currency_code, total, billed_at, covers_until, provider_updated_at,"
            " provider_occurred_at) values ($1, $2, $3, $4, $5, 'web', 'XTS', $6, $7, $8, now(), now())",
            f"txn_{uuid4().hex}", tenant_id, organization_id, given.get("subscription", "sub_1"),
            given.get("status", "completed"), total, at(paid), covers_until,
        )  # fmt: skip

    async def card(total: int, paid: date, covers_until: datetime | None) -> None:
        await db.connection.execute(
            "insert into billing_invoices (id, tenant_id, external_id, subscription, status, currency,"
            " total, created_at, paid_at, covers_until)"
            " values ($1, $2, $3, 'sub_card', 'paid', 'xts', $4, $5, $5, $6)",
            uuid4(), tenant_id, uuid4().hex, total, at(paid), covers_until,
        )  # fmt: skip

    await overlay(12_000, month(14), at(month(2)))  # a year; begins before what is shown
    await overlay(500, month(1), at(month(0)))
    await card(700, month(0), None)
    await overlay(999, month(1), at(month(0)), status="canceled")
    await overlay(999, month(1), None, subscription=None)
    answer = await finance.browser.get(REVENUE)
    assert answer.status_code == 200, answer.text
    assert answer.json()["completeSince"] is None
    mine = next(one for one in answer.json()["currencies"] if one["currency"] == "XTS")["months"]
    assert [one["month"] for one in mine] == [month(n).isoformat() for n in range(12, -1, -1)]
    assert [one["recurring"] for one in mine] == [*[1000] * 10, 0, 500, 700]
    assert [one["paid"] for one in mine] == [*[0] * 11, 500, 700]
    assert [one["payments"] for one in mine] == [*[0] * 11, 1, 1]


async def test_a_payment_of_before_is_spread_as_its_subscription_is_charged(
    finance: Staff, organization: tuple[UUID, UUID], db: Db
):
    tenant_id, organization_id = organization
    license_id, subscription = uuid4(), f"sub_{uuid4().hex}"
    await db.connection.execute(
        "insert into licenses (id, tenant_id, organization_id, name, license_type, is_trial, max_seats,"
        " fingerprint, cycle, created_at, updated_at)"
        " values ($1, $2, $3, 'L', 'teams', false, 1, $4, 'year', now(), now())",
        license_id, tenant_id, organization_id, license_id.hex,
    )  # fmt: skip
    await db.connection.execute(
        "insert into license_subscriptions (id, tenant_id, license_id, linked_at) values ($1, $2, $3, now())",
        subscription, tenant_id, license_id,
    )  # fmt: skip
    await db.connection.execute(
        "insert into provider_transactions (id, tenant_id, organization_id, subscription_id, status, origin,"
        " currency_code, total, billed_at, provider_updated_at, provider_occurred_at)"
        " values ($1, $2, $3, $4, 'completed', 'web', 'XTS', 2400, $5, now(), now())",
        f"txn_{uuid4().hex}", tenant_id, organization_id, subscription, at(month(3)),
    )  # fmt: skip
    told = (await finance.browser.get(REVENUE)).json()["currencies"]
    mine = next(one for one in told if one["currency"] == "XTS")["months"]
    assert [one["recurring"] for one in mine] == [*[0] * 9, 200, 200, 200, 200]


@pytest.mark.parametrize(
    ("adjustments", "left"),
    [
        ([("refund", "approved", 1200)], 0),
        ([("refund", "approved", 300), ("refund", "approved", 300)], 600),
        ([("refund", "pending_approval", 1200), ("refund", "rejected", 1200)], 1200),
        ([("chargeback", "approved", 1200)], 0),
        ([("chargeback", "approved", 1200), ("chargeback_reverse", "approved", 1200)], 1200),
        ([("chargeback", "reversed", 1200), ("chargeback_reverse", "approved", 1200)], 1200),
        ([("chargeback_warning", "approved", 1200), ("credit", "approved", 600)], 1200),
        ([("refund", "approved", 1200), ("chargeback", "approved", 1200)], 0),
    ],
)
async def test_a_refund_is_no_revenue(
    finance: Staff,
    organization: tuple[UUID, UUID],
    db: Db,
    adjustments: list[tuple[str, str, int]],
    left: int,
):
    tenant_id, organization_id = organization
    ids = [f"txn_{uuid4().hex}" for _ in range(2)]
    for transaction in ids:
        await db.connection.execute(
            "insert into provider_transactions (id, tenant_id, organization_id, subscription_id, status,"
            " origin, currency_code, total, billed_at, covers_until, provider_updated_at,"
            " provider_occurred_at) values ($1, $2, $3, 'sub_1', 'completed', 'web', 'XTS', 1200, $4, $5,"
            " now(), now())",
            transaction, tenant_id, organization_id, at(month(1)), at(month(1)) + timedelta(days=365),
        )  # fmt: skip
    for action, status, total in adjustments:
        await db.connection.execute(
            "insert into provider_adjustments (id, tenant_id, organization_id, transaction_id, action,"
            " status, currency_code, total, provider_updated_at, provider_occurred_at)"
            " values ($1, $2, $3, $4, $5, $6, 'XTS', $7, now(), now())",
            f"adj_{uuid4().hex}", tenant_id, organization_id, ids[0], action, status, total,
        )  # fmt: skip
    told = (await finance.browser.get(REVENUE)).json()["currencies"]
    mine = next(one for one in told if one["currency"] == "XTS")["months"]
    assert [one["recurring"] for one in mine[-3:]] == [0, *[(1200 + left) // 12] * 2]
    assert [one["paid"] for one in mine[-3:]] == [0, 1200 + left, 0]
    assert [one["payments"] for one in mine[-3:]] == [0, 2, 0]


async def test_without_permission_to_read_licenses_both_charts_are_refused(
    world: World, database: Database
):
    await dismiss_all(database)
    admin = await world.person("Admin")
    for path in (LICENSES, REVENUE):
        assert (await admin.browser.get(path)).status_code in (401, 403)
