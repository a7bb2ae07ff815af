"""What was lost on the way is asked for (cases 4, 6, 7), and doubts are settled by asking."""

import re
from datetime import timedelta
from typing import Any

import pytest

from gatehouse.kit import clock
from gatehouse.kit.errors import DomainError
from gatehouse.licensing.purchases import service
from gatehouse.licensing.purchases.jobs import apply_payment_event, reconcile_purchases
from tests.audit_log import audit_entries
from tests.licensing.provider import Purchase, deliver, event, stamp


@pytest.fixture(autouse=True)
async def nobody_else(db):
    """Reconciliation reads every organization: remove what other tests left."""
    await db.connection.execute("update organizations set provider_customer_id = null")
    await db.connection.execute("delete from provider_events where applied_at is null")
    await db.connection.execute("delete from pgqueuer")


@pytest.fixture
def ask_again(context, run_jobs):
    """The scheduled look, and the jobs that it starts."""

    async def ask() -> None:
        await reconcile_purchases(context)
        await run_jobs()

    return ask


def known(provider_api, purchase: Purchase, data: dict[str, Any]) -> None:
    """The provider's own view of the subscription."""
    provider_api.entities[f"/subscriptions/{purchase.subscription_id}"] = data


def looks(provider_api) -> int:
    """How often a customer's subscriptions were read."""
    count: int = provider_api.calls.count("GET /subscriptions")
    return count


async def open_checkout(shop) -> None:
    answer = await shop.admin.browser.get("/api/v1/paddle/checkout-config")
    assert answer.json()["customerId"] == shop.customer_id


async def test_a_purchase_whose_news_was_lost_is_found(shop, provider_api, ask_again):
    await open_checkout(shop)
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    known(provider_api, purchase, purchase.subscription(purchase.start))
    await ask_again()
    [paid] = await shop.licenses()
    assert (paid["isTrial"], paid["maxSeats"]) == (False, 7)


async def test_news_that_comes_after_all_changes_nothing(shop, provider_api, ask_again, report):
    await open_checkout(shop)
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    known(provider_api, purchase, purchase.subscription(purchase.start + timedelta(seconds=2)))
    await ask_again()
    healed = await shop.licenses()
    await report(*purchase.sequence())
    assert await shop.licenses() == healed


async def test_no_customer_is_read_without_an_open_checkout(shop, provider_api, ask_again):
    await ask_again()
    assert provider_api.calls == []


async def test_an_open_checkout_is_asked_about_less_and_less(shop, provider_api, ask_again):
    await open_checkout(shop)
    asked = []
    for _ in range(3):
        await ask_again()
        asked.append(looks(provider_api))
    assert asked == [1, 2, 3]
    for hours, more in [(1.5, 1), (0.5, 0), (1, 1), (80, 0)]:
        clock.advance_clock(timedelta(hours=hours))
        before = looks(provider_api)
        await ask_again()
        assert looks(provider_api) - before == more, hours


async def test_a_renewal_without_news_is_asked_about(shop, provider_api, ask_again, report, world):
    """The renewal failed, and no event arrived."""
    start = clock.now() - timedelta(days=31, hours=1)
    purchase = Purchase(shop.customer_id, start=start, custom_data={"overwrite": shop.fingerprint})
    await report(purchase.sequence()[2])
    clock.advance_clock(timedelta(days=4))
    period = {
        "starts_at": stamp(purchase.period_end),
        "ends_at": stamp(purchase.period_end + timedelta(days=31)),
    }
    owing = purchase.subscription(purchase.period_end, "past_due", current_billing_period=period)
    known(provider_api, purchase, owing)
    await ask_again()
    admin = await world.sign_in(shop.admin.id, shop.admin.tenant_id, shop.admin.email)
    [found] = (await admin.browser.get("/api/v1/licenses")).json()
    assert found["billing"]["isPastDue"] is True


async def test_paying_customers_are_read_once_a_day(
    shop, provider_api, ask_again, report, world, client
):
    """Seats that were changed at the provider, whose news is lost for good."""
    start = clock.now() - timedelta(minutes=1)
    purchase = Purchase(shop.customer_id, start=start, custom_data={"overwrite": shop.fingerprint})
    await report(*purchase.sequence())
    known(provider_api, purchase, purchase.subscription(start))
    await ask_again()
    assert looks(provider_api) == 1
    more = [{"price": purchase.price, "quantity": 9}]
    known(provider_api, purchase, purchase.changed(60, items=more)["data"])
    clock.advance_clock(timedelta(hours=23))
    await ask_again()
    assert looks(provider_api) == 1
    before = await corrected(client)
    clock.advance_clock(timedelta(hours=2))
    await ask_again()
    await ask_again()
    assert looks(provider_api) == 2
    admin = await world.sign_in(shop.admin.id, shop.admin.tenant_id, shop.admin.email)
    assert (await admin.browser.get("/api/v1/licenses")).json()[0]["maxSeats"] == 9
    assert await corrected(client) == before + 1
    told = (await audit_entries(world, shop.admin.tenant_id, "license.updated"))[0]["description"]
    assert told == "Acme: 7 seats became 9 seats"


async def corrected(client) -> float:
    page = (await client.get("/metrics")).text
    found = re.search(r"^gatehouse_paid_seats_corrected_total (\S+)$", page, re.MULTILINE)
    assert found
    return float(found[1])


async def test_an_event_that_was_left_is_applied(shop, client, db, ask_again):
    """Its job was lost between two processes; the row is what counts."""
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    for one in purchase.sequence():
        await deliver(client, one)
    await db.connection.execute("delete from pgqueuer")
    await ask_again()
    assert (await shop.licenses())[0]["isTrial"]
    clock.advance_clock(timedelta(minutes=3))
    await ask_again()
    assert not (await shop.licenses())[0]["isTrial"]


async def test_an_event_waits_while_the_provider_must_be_asked_and_is_away(
    shop, provider_api, report, client, context
):
    first = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    await report(*first.sequence())
    again = Purchase(
        shop.customer_id, seats=9, custom_data={"overwrite_canceled": shop.fingerprint}
    )
    created = again.sequence()[2]
    await deliver(client, created)
    provider_api.override = lambda method, path: b"<html>"
    with pytest.raises(DomainError):
        await apply_payment_event(context, event_id=created["event_id"])
    assert [one["maxSeats"] for one in await shop.licenses()] == [7]
    provider_api.override = lambda method, path: None
    end = first.canceled(60)["data"]
    known(provider_api, first, end)
    await apply_payment_event(context, event_id=created["event_id"])
    assert [one["maxSeats"] for one in await shop.licenses()] == [9]


async def test_a_purchase_that_overtakes_the_end_before_it_replaces_it(shop, provider_api, report):
    first = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    await report(*first.sequence())
    known(provider_api, first, first.canceled(60)["data"])
    again = Purchase(
        shop.customer_id, seats=9, custom_data={"overwrite_canceled": shop.fingerprint}
    )
    await report(*again.sequence(), first.canceled(60))
    [paid] = await shop.licenses()
    assert (paid["fingerprint"], paid["maxSeats"]) == (shop.fingerprint, 9)
    assert paid["billing"]["status"] == {"type": "active"}


async def test_a_license_that_runs_is_never_overwritten(shop, provider_api, report):
    first = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    await report(*first.sequence())
    known(provider_api, first, first.subscription(first.start + timedelta(seconds=2)))
    again = Purchase(
        shop.customer_id, seats=9, custom_data={"overwrite_canceled": shop.fingerprint}
    )
    await report(*again.sequence())
    assert [one["maxSeats"] for one in await shop.licenses()] == [7, 9]


@pytest.mark.parametrize("truth", [8, 9])
async def test_two_facts_of_the_same_instant_are_settled_by_asking(
    shop, provider_api, report, truth
):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    await report(*purchase.sequence())
    items = {seats: [{"price": purchase.price, "quantity": seats}] for seats in (8, 9)}
    for seats in (8, 9):
        now = purchase.changed(60, items=items[truth])["data"]
        known(provider_api, purchase, now)
        await report(purchase.changed(60, items=items[seats]))
    assert (await shop.licenses())[0]["maxSeats"] == truth


async def test_every_page_of_a_customers_subscriptions_is_read(shop, provider_api, ask_again):
    await open_checkout(shop)
    first, second = (Purchase(shop.customer_id, seats=seats) for seats in (2, 3))
    pages = [
        {
            "data": [one.subscription(one.start)],
            "meta": {
                "request_id": "x",
                "pagination": {
                    "per_page": 1,
                    "next": "/subscriptions?after=x",
                    "has_more": more,
                    "estimated_total": 2,
                },
            },
        }
        for one, more in ((first, True), (second, False))
    ]
    provider_api.override = lambda method, path: (200, pages.pop(0))
    await ask_again()
    assert sorted(one["maxSeats"] for one in await shop.licenses()) == [2, 3, 5]


async def test_the_subscription_overrules_what_a_payment_implied(
    shop, provider_api, report, ask_again
):
    """A trial of the price: the payment is complete at once, the subscription does not bill yet."""
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    await report(purchase.sequence()[4])
    assert (await shop.licenses())[0]["billing"]["status"] == {"type": "active"}
    trialing = purchase.subscription(purchase.start, "trialing")
    known(provider_api, purchase, trialing)
    await ask_again()
    [found] = await shop.licenses()
    assert found["billing"]["status"] == {"type": "trialing", "at": "2026-03-02T10:00:00Z"}


async def test_a_payment_that_failed_for_good_leads_to_a_look(
    shop, provider_api, report, ask_again
):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    await report(purchase.sequence()[2])
    at = purchase.start + timedelta(days=31)
    failed = purchase.transaction(
        "past_due", at, id="txn_x", origin="subscription_recurring",
        subscription_id=purchase.subscription_id,
    )  # fmt: skip
    known(provider_api, purchase, purchase.subscription(at, "past_due"))
    await report(event("transaction.past_due", failed, at))
    await ask_again()
    assert (await shop.licenses())[0]["billing"]["isPastDue"] is True


@pytest.mark.parametrize("only", [2, 4])
async def test_the_first_news_that_comes_weeks_late_is_not_the_last_word(
    shop, provider_api, ask_again, report, only
):
    """The subscription that it is about has ended since, and no event said so."""
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    known(provider_api, purchase, purchase.canceled(10 * 86_400)["data"])
    await report(purchase.sequence()[only])
    await ask_again()
    [late] = await shop.licenses()
    assert late["billing"]["status"]["type"] == "canceled"


async def failed_jobs(db) -> int:
    """How many wait for a person."""
    count: int = await db.connection.fetchval(
        "select count(*) from pgqueuer where status = 'failed'"
    )
    return count


async def test_an_event_that_cannot_be_applied_leaves_one_failed_job(
    client, shop, context, db, run_jobs, monkeypatch
):
    async def broken(*_args, **_named):
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(service, "settle_fact", broken)
    bought, *_ = Purchase(shop.customer_id).sequence()
    assert (await deliver(client, bought)).status_code == 200

    async def give_up() -> None:
        """All tries of what is in the queue."""
        for _ in range(9):
            await db.connection.execute(
                "update pgqueuer set execute_after = now() where status = 'queued'"
            )
            await run_jobs()

    await give_up()
    assert await failed_jobs(db) == 1
    for _ in range(5):
        clock.advance_clock(timedelta(minutes=2))
        await reconcile_purchases(context)
        await give_up()
        assert await failed_jobs(db) == 1
    # It rests, and is not tried at each look.
    [before] = await db.connection.fetch("select id, updated from pgqueuer")
    await reconcile_purchases(context)
    assert await db.connection.fetch("select id, updated from pgqueuer") == [before]
    # Later it is tried again, as the same job, so that a passing fault is made up for.
    await db.connection.execute("update pgqueuer set updated = now() - interval '1 hour'")
    await reconcile_purchases(context)
    [again] = await db.connection.fetch("select id, status::text, attempts from pgqueuer")
    assert tuple(again) == (before["id"], "queued", 0)


@pytest.mark.parametrize("status", ["failed", "queued"])
async def test_events_that_fail_do_not_stand_before_others_that_were_left(
    client, shop, context, db, run_jobs, status: str
):
    """Also while they are still tried again."""
    waiting = event("subscription.updated", {"id": "sub_waiting"}, clock.now())
    assert (await deliver(client, waiting)).status_code == 200
    await db.connection.execute(
        "insert into provider_events (id, provider, type, occurred_at, received_at, payload)"
        " select 'evt_failed_' || n, provider, type, occurred_at, received_at - interval '1 hour', payload"
        " from provider_events, generate_series(1, 300) n where applied_at is null"
    )
    await db.connection.execute(
        "delete from pgqueuer where status = 'queued';"
        "insert into pgqueuer (priority, entrypoint, status, attempts, dedupe_key, execute_after)"
        f" select 0, 'payments.apply_event', '{status}', 7, 'apply ' || id, now() + interval '1 hour'"
        " from provider_events where id like 'evt_failed_%'"
    )
    clock.advance_clock(timedelta(minutes=5))
    await reconcile_purchases(context)
    queued = "select count(*) from pgqueuer where status = 'queued' and dedupe_key = 'apply ' || $1"
    assert await db.connection.fetchval(queued, waiting["event_id"]) == 1
    # Without their jobs they would come before the events of other tests.
    await db.connection.execute("delete from provider_events where id like 'evt_failed_%'")
