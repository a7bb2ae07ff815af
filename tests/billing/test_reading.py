"""Whatever the provider says, how often and in which order: the copy is what it knows in the end."""

from datetime import timedelta
from itertools import permutations

import pytest

from gatehouse.billing.provider.port import EventFact
from gatehouse.billing.reading import end_subscriptions_of_deleted_tenants
from gatehouse.kit import clock
from tests.billing.buyer import INVOICES, METHODS, Buyer, Plan
from tests.billing.stand_in import StandIn, name

TYPES = (
    "customer.subscription.created",
    "customer.subscription.updated",
    "invoice.paid",
    "customer.subscription.deleted",
)


@pytest.fixture
async def happened(buyer: Buyer, cards: StandIn, basic: Plan):
    """At the provider: subscribed, paid, renewed, ended; the copy has heard of the beginning alone."""
    await buyer.with_card(cards)
    await buyer.subscribe(basic)
    one = await buyer.subscription()
    cards.renewed(one["externalId"])
    cards.set_status(one["externalId"], "canceled", ended_at=clock.now())
    return one


@pytest.mark.parametrize("order", list(permutations(range(4))))
async def test_all_orders_end_in_one_state(
    buyer: Buyer, cards: StandIn, happened, deliver, run_jobs, order: tuple[int, ...]
):
    customer = await buyer.customer()
    events = [EventFact(name("evt"), kind, customer) for kind in TYPES]
    for place in order:
        assert (await deliver(events[place])).status_code == 200
        if place % 2:
            assert (await deliver(events[place])).status_code == 200  # twice
        await run_jobs()
    one = await buyer.subscription()
    assert (one["status"], one["id"]) == ("canceled", happened["id"])
    assert len(await buyer.get(INVOICES)) == 2
    assert "currentPlanId" not in await buyer.summary()


async def test_a_burst_of_events_reads_the_account_once(
    buyer: Buyer, cards: StandIn, happened, deliver, run_jobs, monkeypatch, db
):
    looks, account = [], cards.read_account

    async def counted(customer):
        looks.append(customer)
        return await account(customer)

    monkeypatch.setattr(cards, "read_account", counted)
    customer = await buyer.customer()
    events = [EventFact(name("evt"), kind, customer) for kind in TYPES * 3]
    for event in events:
        await deliver(event)
    await run_jobs()
    assert 1 <= len(looks) < len(events)
    rows = await db.connection.fetch(
        "select outcome from billing_events where id = any ($1)", [one.id for one in events]
    )
    assert [row["outcome"] for row in rows] == ["read"] * len(events)


async def test_an_earlier_look_does_not_undo_a_later_one(
    buyer: Buyer, cards: StandIn, happened, read, monkeypatch
):
    """It is slow; meanwhile another job has read the account."""
    account, slow = cards.read_account, []

    async def outdated(customer):
        monkeypatch.setattr(cards, "read_account", account)
        found = await account(customer)
        cards.set_status(happened["externalId"], "incomplete_expired")
        await read(buyer)
        slow.append((await buyer.subscription())["status"])
        return found

    monkeypatch.setattr(cards, "read_account", outdated)
    await read(buyer)
    assert slow == ["expired"]
    assert (await buyer.subscription())["status"] == "expired"


async def test_an_event_of_an_unknown_customer_is_stored_and_changes_nothing(
    deliver, run_jobs, db, cards
):
    for customer in (None, "cus_of_nobody"):
        event = EventFact(name("evt"), "customer.updated", customer)
        assert (await deliver(event)).status_code == 200
        await run_jobs()
        outcome = await db.connection.fetchval(
            "select outcome from billing_events where id = $1", event.id
        )
        assert outcome == "of no account"


async def test_without_any_event_it_is_read_in_time(
    buyer: Buyer, cards: StandIn, happened, housekeeping, run_jobs
):
    assert (await buyer.subscription())["status"] == "active"
    clock.advance_clock(timedelta(minutes=5))  # a user was paying, so it is read for an hour
    await housekeeping()
    await run_jobs()
    assert (await buyer.subscription())["status"] == "canceled"


async def test_a_renewal_without_an_event_is_found(
    buyer: Buyer, cards: StandIn, basic: Plan, housekeeping, run_jobs
):
    await buyer.with_card(cards)
    await buyer.subscribe(basic)
    one = await buyer.subscription()
    clock.advance_clock(timedelta(days=31))
    cards.renewed(one["externalId"])
    await housekeeping()
    await run_jobs()
    clock.reset_clock()  # the user who reads it has signed in recently
    later = await buyer.get(f"/subscriptions/resources/subscriptions/v1/{one['id']}")
    assert later["currentPeriodStart"] == one["currentPeriodEnd"]


async def test_an_event_whose_reading_failed_is_read_later(
    buyer: Buyer, cards: StandIn, happened, deliver, run_jobs, housekeeping
):
    customer = await buyer.customer()
    cards.is_away = True
    await deliver(EventFact(name("evt"), TYPES[3], customer))
    await run_jobs()
    assert (await buyer.subscription())["status"] == "active"
    cards.is_away = False
    clock.advance_clock(timedelta(minutes=3))
    await housekeeping()
    await run_jobs()
    assert (await buyer.subscription())["status"] == "canceled"


async def test_a_card_that_was_taken_away_is_gone(buyer: Buyer, cards: StandIn, read, audit):
    card = await buyer.with_card(cards)
    await read(buyer)
    assert [one["externalId"] for one in await buyer.get(METHODS)] == [card]
    cards.remove_card(card)
    await read(buyer)
    assert await buyer.get(METHODS) == []
    assert "billing.card_removed" in await audit(buyer)


async def test_a_plan_that_is_sold_no_more_keeps_its_name(
    buyer: Buyer, cards: StandIn, basic: Plan, world, read
):
    await buyer.with_card(cards)
    await buyer.subscribe(basic)
    await world.configure("update plans set price_id = null where key = $1", basic.key)
    await read(buyer)
    assert (await buyer.subscription())["plan"] == {"slug": basic.key}
    assert (await buyer.summary())["currentPlanId"] == basic.id


async def test_a_deleted_account_is_charged_no_more(
    buyer: Buyer, cards: StandIn, basic: Plan, context, db, run_jobs
):
    await buyer.with_card(cards)
    await buyer.subscribe(basic)
    one = await buyer.subscription()
    await db.connection.execute(
        "update tenants set deleted_at = now() where id = $1", buyer.person.tenant_id
    )
    await end_subscriptions_of_deleted_tenants(context)
    await run_jobs()
    assert cards.subscriptions[one["externalId"]][1].status == "canceled"
    left = "select status from billing_subscriptions where external_id = $1"
    assert await db.connection.fetchval(left, one["externalId"]) == "canceled"


async def test_an_account_that_is_restored_before_its_subscription_ended_keeps_it(
    buyer: Buyer, cards: StandIn, basic: Plan, context, db, run_jobs
):
    """The provider may have been away for a while."""
    await buyer.with_card(cards)
    await buyer.subscribe(basic)
    one = await buyer.subscription()
    stands = "update tenants set deleted_at = $2 where id = $1"
    await db.connection.execute(stands, buyer.person.tenant_id, clock.now())
    await end_subscriptions_of_deleted_tenants(context)
    await db.connection.execute(stands, buyer.person.tenant_id, None)
    await run_jobs()
    assert cards.subscriptions[one["externalId"]][1].status == "active"
    assert (await buyer.subscription())["status"] == one["status"]


async def test_an_account_that_cannot_be_read_leaves_one_failed_job(
    buyer: Buyer, cards: StandIn, happened, deliver, run_jobs, housekeeping, monkeypatch, db
):
    await db.connection.execute("delete from pgqueuer")

    async def broken(customer):
        raise LookupError("The provider's answer cannot be read")

    async def give_up() -> None:
        """All tries of what is in the queue."""
        for _ in range(9):
            await db.connection.execute(
                "update pgqueuer set execute_after = now() where status = 'queued'"
            )
            await run_jobs()

    monkeypatch.setattr(cards, "read_account", broken)
    event = EventFact(name("evt"), "invoice.paid", await buyer.customer())
    assert (await deliver(event)).status_code == 200
    failed = "select count(*), count(distinct dedupe_key) from pgqueuer where status = 'failed'"
    for _ in range(4):
        await give_up()
        count, causes = await db.connection.fetchrow(failed)
        assert count == causes > 0
        clock.advance_clock(timedelta(minutes=3))
        await housekeeping()
