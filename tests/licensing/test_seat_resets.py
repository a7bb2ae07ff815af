"""Seats that are held until they are freed go free at the billing date (case 27)."""

from datetime import datetime, timedelta

import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.licensing.licenses.jobs import reset_due_seats
from tests.audit_log import audit_entries
from tests.licensing.provider import Purchase, stamp

SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
async def nobody_else(db):
    await db.connection.execute("update licenses set seats_due_at = null")


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}+00:00")


def move_to(moment: datetime) -> None:
    clock.advance_clock(moment - clock.now())


async def hold(db, shop, *subjects: str) -> None:
    """Without a lease, as a seat that people give by name."""
    for subject in subjects:
        await db.connection.execute(
            "insert into license_seats (id, tenant_id, license_id, kind, holder, claimed_at, last_seen_at)"
            " select $1, tenant_id, id, 'user', $3, $4, $4 from licenses where tenant_id = $2",
            new_id(), shop.admin.tenant_id, subject, clock.now(),
        )  # fmt: skip


async def holders(world, shop) -> set[str]:
    return {seat["subject"] for seat in await shop.seats(world)}


class Subscription:
    """Bought at a moment, renewed at moments that the provider names."""

    def __init__(self, shop, report) -> None:
        self.shop = shop
        self.report = report

    async def begin(self, start: str, seats: int, first_bill: str) -> None:
        move_to(at(start))
        self.purchase = Purchase(
            self.shop.customer_id, seats=seats, start=at(start),
            custom_data={"overwrite": self.shop.fingerprint},
        )  # fmt: skip
        await self.report(*self.purchase.sequence())
        await self.renew(first_bill)

    async def renew(self, next_bill: str) -> None:
        """The provider says when it bills next."""
        seconds = (clock.now() - self.purchase.start).total_seconds() + 60
        await self.report(self.purchase.changed(seconds, next_billed_at=stamp(at(next_bill))))


@pytest.fixture
def subscription(shop, report) -> Subscription:
    return Subscription(shop, report)


@pytest.mark.parametrize(
    ("start", "bills"),
    [
        ("2027-01-31T10:00:00", ["2027-02-28T10:00:00", "2027-03-31T10:00:00", "2027-04-30T10:00:00"]),
        ("2028-01-30T00:00:00", ["2028-02-29T00:00:00", "2028-03-30T00:00:00"]),
        ("2027-02-28T23:59:59", ["2027-03-28T23:59:59", "2027-04-28T23:59:59"]),
        ("2028-02-29T12:00:00", ["2029-02-28T12:00:00", "2030-02-28T12:00:00"]),
        ("2027-12-31T23:59:59", ["2028-01-31T23:59:59", "2028-02-29T23:59:59"]),
        ("2027-03-27T01:30:00", ["2027-04-27T01:30:00"]),
    ],
)  # fmt: skip
async def test_at_each_billing_date_and_not_before(
    subscription, shop, world, db, context, start, bills
):
    await subscription.begin(start, 5, bills[0])
    for number, bill in enumerate(bills):
        await hold(db, shop, "ann", "bob")
        move_to(at(bill) - SECOND)
        await reset_due_seats(context)
        assert await holders(world, shop) == {"ann", "bob"}
        move_to(at(bill) + SECOND)
        await reset_due_seats(context)
        assert await holders(world, shop) == set()
        if number + 1 < len(bills):
            await subscription.renew(bills[number + 1])
    told = await audit_entries(world, shop.admin.tenant_id, "license.seats_reset")
    assert [row["description"] for row in told] == [
        "2 seats of Acme were released on the billing date"
    ] * len(bills)


async def test_the_renewal_may_be_reported_before_or_after_the_billing_date(
    subscription, shop, world, db, context
):
    await subscription.begin("2027-05-10T08:00:00", 5, "2027-06-10T08:00:00")
    await hold(db, shop, "ann")
    move_to(at("2027-06-10T07:59:00"))
    await subscription.renew("2027-07-10T08:00:00")
    await reset_due_seats(context)
    assert await holders(world, shop) == {"ann"}
    move_to(at("2027-06-10T08:00:01"))
    await reset_due_seats(context)
    assert await holders(world, shop) == set()
    await hold(db, shop, "ann")
    move_to(at("2027-07-10T08:10:00"))
    await subscription.renew("2027-08-10T08:00:00")
    await reset_due_seats(context)
    assert await holders(world, shop) == set()


async def test_another_billing_date_counts_from_when_it_is_known(
    subscription, shop, world, db, context
):
    await subscription.begin("2027-05-10T08:00:00", 5, "2027-06-10T08:00:00")
    await hold(db, shop, "ann")
    await subscription.renew("2027-06-25T08:00:00")
    move_to(at("2027-06-11T08:00:00"))
    await reset_due_seats(context)
    assert await holders(world, shop) == {"ann"}
    move_to(at("2027-06-25T08:00:00"))
    await reset_due_seats(context)
    assert await holders(world, shop) == set()


async def test_a_tool_that_runs_keeps_its_seat_and_the_next_claim_waits_for_no_job(
    subscription, shop, tool, world, db, context
):
    await subscription.begin("2027-05-10T08:00:00", 2, "2027-06-10T08:00:00")
    await hold(db, shop, "ann")
    move_to(at("2027-06-10T07:55:00"))
    running = (await tool.claim("bob")).json()["id"]
    assert (await tool.claim("late")).status_code == 409
    move_to(at("2027-06-10T08:00:01"))
    assert (await tool.claim("late")).status_code == 201
    assert (await tool.claim("later")).status_code == 409
    assert await holders(world, shop) == {"bob", "late"}
    await reset_due_seats(context)
    assert await holders(world, shop) == {"bob", "late"}
    assert (await tool.beat(running)).status_code == 200
    # Given by name after the date: held until the next.
    await db.connection.execute("delete from license_seats where holder = 'late'")
    await hold(db, shop, "cat")
    await reset_due_seats(context)
    assert await holders(world, shop) == {"bob", "cat"}


async def test_without_a_bill_nothing_is_reset(shop, world, db, context):
    await hold(db, shop, "ann")
    clock.advance_clock(timedelta(days=400))
    await reset_due_seats(context)
    assert await holders(world, shop) == {"ann"}
