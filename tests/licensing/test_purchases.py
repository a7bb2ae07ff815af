"""A purchase ends the same whatever the order of its news, and only for who paid (cases 1–6, 14, 15)."""

import asyncio
from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest

from gatehouse.kit import clock
from gatehouse.licensing.purchases.jobs import apply_payment_event
from gatehouse_simulators.checkout import fixtures
from tests.audit_log import audit_actions, audit_entries
from tests.licensing.provider import Event, Purchase, deliver, event, price, stamp

LICENSE_ROW = (
    "select id, license_type, is_trial, max_seats, key, fingerprint, valid_to,"
    " provider_subscription_id, provider_transaction_id, price_id, cycle, billing_status, status_at,"
    " deactivation_at, next_payment_at, is_past_due, provider_updated_at"
    " from licenses where tenant_id = $1 order by created_at, id"
)
PAYMENT_ROW = (
    "select id, status, invoice_number, subscription_id, total from provider_transactions"
    " where tenant_id = $1"
)


async def rows(db, sql: str, tenant_id) -> list[dict[str, Any]]:
    return [dict(row) for row in await db.connection.fetch(sql, tenant_id)]


async def test_a_trial_becomes_the_paid_license(shop, report, world, db):
    [trial] = await shop.licenses()
    purchase = Purchase(shop.customer_id, seats=7, custom_data={"overwrite": shop.fingerprint})
    await report(*purchase.sequence())
    [paid] = await shop.licenses()
    assert paid == {
        "id": trial["id"],
        "name": trial["name"],
        "licenseType": "teams",
        "isTrial": False,
        "maxSeats": 7,
        "usedSeats": 0,
        "key": trial["key"],
        "fingerprint": trial["fingerprint"],
        "isOver": False,
        "billing": {
            "priceId": fixtures.MONTHLY_PRICE_ID,
            "cycle": "month",
            "status": {"type": "active"},
            "nextPayment": "2026-04-02T10:00:00Z",
            "isPastDue": False,
        },
    }
    [bill] = await rows(db, PAYMENT_ROW, shop.admin.tenant_id)
    assert (bill["id"], bill["status"], bill["invoice_number"], bill["total"]) == (
        purchase.transaction_id, "completed", "325-10566", 21_000,
    )  # fmt: skip
    assert await audit_actions(world, shop.admin.tenant_id) == [
        "organization.created",
        "license.purchased",
    ]


async def end_states(shop, report, db, orders, events_of) -> list[Any]:
    """Each order on a fresh trial of the same organization; what is left of each."""
    tenant_id, ends = shop.admin.tenant_id, []
    [before] = await rows(db, "select * from licenses where tenant_id = $1", tenant_id)
    changed = [name for name in before if name not in ("id", "tenant_id")]
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    for order in orders:
        events = events_of(purchase)
        await report(*[events[place] for place in order])
        ends.append(
            (await rows(db, LICENSE_ROW, tenant_id), await rows(db, PAYMENT_ROW, tenant_id))
        )
        for table in ("license_subscriptions", "provider_transactions"):
            await db.connection.execute(f"delete from {table} where tenant_id = $1", tenant_id)
        await db.connection.execute("delete from licenses where id <> $1 and tenant_id = $2",
                                    before["id"], tenant_id)  # fmt: skip
        await db.connection.execute(
            f"update licenses set ({', '.join(changed)}) ="
            f" (select {', '.join(changed)} from jsonb_populate_record(null::licenses, $2))"
            " where id = $1",
            before["id"], before,
        )  # fmt: skip
    await db.connection.execute("delete from pgqueuer")
    return ends


async def test_a_payment_is_kept_with_the_time_that_it_pays_for(shop, report, db):
    purchase = Purchase(shop.customer_id)
    await report(*purchase.sequence())
    covers = "select covers_until from provider_transactions where id = $1"
    assert await db.connection.fetchval(covers, purchase.transaction_id) == purchase.period_end


async def test_every_order_of_a_purchase_ends_the_same(shop, report, db):
    orders = list(permutations(range(5)))
    ends = await end_states(shop, report, db, orders, lambda purchase: purchase.sequence())
    licenses, payments = ends[0]
    assert [(row["is_trial"], row["max_seats"]) for row in licenses] == [(False, 7)]
    assert [row["status"] for row in payments] == ["completed"]
    for order, end in zip(orders, ends, strict=True):
        assert end == ends[0], order


async def test_every_order_of_a_life_ends_the_same(shop, report, db):
    """Bought, paid, seats changed, canceled: the newest fact wins, in 120 orders."""

    def life(purchase: Purchase) -> list[Event]:
        created, completed = purchase.sequence()[2], purchase.sequence()[4]
        more = [{"price": purchase.price, "quantity": 12}]
        ending = {
            "action": "cancel",
            "effective_at": stamp(purchase.period_end),
            "resume_at": None,
        }
        return [
            created,
            completed,
            purchase.changed(60, items=more),
            purchase.changed(120, items=more, scheduled_change=ending),
            purchase.canceled(180),
        ]

    orders = list(permutations(range(5)))
    ends = await end_states(shop, report, db, orders, life)
    assert [row["billing_status"] for row in ends[0][0]] == ["canceled"]
    for order, end in zip(orders, ends, strict=True):
        assert end == ends[0], order


async def test_the_same_events_again_change_nothing(shop, report, world, db):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    events = purchase.sequence()
    await report(*events)
    once = await shop.licenses(), await rows(db, PAYMENT_ROW, shop.admin.tenant_id)
    await report(*events, *reversed(events))
    # Replayed: the same facts under new ids.
    await report(*[one | {"event_id": f"{one['event_id']}r"} for one in events])
    now = await shop.licenses(), await rows(db, PAYMENT_ROW, shop.admin.tenant_id)
    assert now == once
    assert (await audit_actions(world, shop.admin.tenant_id)).count("license.purchased") == 1
    assert "license.updated" not in await audit_actions(world, shop.admin.tenant_id)


async def test_all_at_once_and_twice_is_one_license(shop, client, context, world, db, run_jobs):
    """Ten deliveries in parallel, and every event applied by three workers at the same moment."""
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    events = purchase.sequence() * 2
    answers = await asyncio.gather(*[deliver(client, one) for one in events])
    assert {answer.status_code for answer in answers} == {200}
    await asyncio.gather(
        *[
            apply_payment_event(context, event_id=one["event_id"])
            for one in events
            for _ in range(3)
        ]
    )
    await run_jobs()
    [paid] = await shop.licenses()
    assert (paid["maxSeats"], paid["billing"]["status"]) == (7, {"type": "active"})
    [payment] = await rows(db, PAYMENT_ROW, shop.admin.tenant_id)
    assert payment["id"] == purchase.transaction_id
    assert (await audit_actions(world, shop.admin.tenant_id)).count("license.purchased") == 1


@pytest.mark.parametrize("only", [2, 4])
async def test_either_the_subscription_or_the_payment_is_enough(shop, report, only):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    await report(purchase.sequence()[only])
    [paid] = await shop.licenses()
    assert (paid["isTrial"], paid["maxSeats"]) == (False, 7)
    assert paid["billing"]["nextPayment"] == "2026-04-02T10:00:00Z"
    assert paid["billing"]["cycle"] == "month"


async def test_a_payment_that_is_not_complete_makes_nothing(shop, report, db):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    await report(*purchase.sequence()[:2])
    assert [one["isTrial"] for one in await shop.licenses()] == [True]
    [payment] = await rows(db, PAYMENT_ROW, shop.admin.tenant_id)
    assert payment["status"] == "paid"


async def test_a_yearly_price(shop, report):
    yearly = price(fixtures.YEARLY_PRICE_ID, "year")
    custom_data = {"overwrite": shop.fingerprint}
    await report(*Purchase(shop.customer_id, price=yearly, custom_data=custom_data).sequence())
    assert (await shop.licenses())[0]["billing"]["cycle"] == "year"


async def test_a_trial_that_has_ended_can_still_be_bought(shop, report, db):
    await db.connection.execute(
        "update licenses set valid_to = '2020-01-01' where tenant_id = $1", shop.admin.tenant_id
    )
    custom_data = {"overwrite": shop.fingerprint}
    await report(*Purchase(shop.customer_id, custom_data=custom_data).sequence())
    [paid] = await shop.licenses()
    assert "validTo" not in paid
    assert not paid["isTrial"]


@pytest.mark.parametrize("key", ["overwrite", "overwrite_canceled"])
async def test_a_forged_fingerprint_touches_nothing_of_its_owner(open_shop, report, key):
    victim, buyer = await open_shop(), await open_shop()
    if key == "overwrite_canceled":
        own = Purchase(victim.customer_id, custom_data={"overwrite": victim.fingerprint})
        await report(*own.sequence(), own.canceled(60))
    before = await victim.licenses()
    forged = Purchase(buyer.customer_id, seats=3, custom_data={key: victim.fingerprint})
    await report(*forged.sequence())
    assert await victim.licenses() == before
    trial, bought = await buyer.licenses()
    assert (trial["isTrial"], bought["isTrial"], bought["maxSeats"]) == (True, False, 3)
    assert bought["fingerprint"] not in (victim.fingerprint, buyer.fingerprint)
    assert bought["name"] == "Acme 2"


@pytest.mark.parametrize(
    "custom_data",
    [
        None,
        {},
        {"overwrite": None},
        {"overwrite": 7},
        {"overwrite": ["x"]},
        {"overwrite": ""},
        {"overwrite": "nobody"},
        {"overwrite": "' or true --"},
        {"overwrite": "a\x00b"},
        {"overwrite": "f" * 1_000_000},
        {"overwrite": {"fingerprint": "x"}, "overwrite_canceled": ["x"]},
        {"overwrite": "f" * 32, "overwrite_canceled": "f" * 32},
        {"other": "x"},
        ["overwrite"],
        "overwrite",
    ],
)
async def test_a_payment_that_names_no_license_buys_a_new_one(shop, report, custom_data):
    await report(*Purchase(shop.customer_id, custom_data=custom_data).sequence())
    trial, bought = await shop.licenses()
    assert trial["isTrial"]
    assert (bought["isTrial"], bought["maxSeats"], bought["billing"]["isPastDue"]) == (
        False, 7, False
    )  # fmt: skip


async def test_both_keys_at_once_name_one_license(shop, report):
    """The trial is converted; of the other key's license there is nothing to take."""
    both = {"overwrite": shop.fingerprint, "overwrite_canceled": shop.fingerprint}
    await report(*Purchase(shop.customer_id, custom_data=both).sequence())
    [paid] = await shop.licenses()
    assert (paid["fingerprint"], paid["isTrial"]) == (shop.fingerprint, False)


async def test_an_ended_license_is_taken_over_by_one_of_two_purchases(
    shop, report, client, context, provider_api
):
    first = Purchase(shop.customer_id, seats=3, custom_data={"overwrite": shop.fingerprint})
    await report(*first.sequence(), first.canceled(60))
    start = first.start + timedelta(days=1)
    custom_data = {"overwrite_canceled": shop.fingerprint}
    tabs = [
        Purchase(shop.customer_id, seats=seats, start=start, custom_data=custom_data)
        for seats in (4, 5)
    ]
    for tab in tabs:
        entity = tab.subscription(start + timedelta(seconds=2))
        provider_api.entities[f"/subscriptions/{tab.subscription_id}"] = entity
    events = [one for tab in tabs for one in tab.sequence()]
    await asyncio.gather(*[deliver(client, one) for one in events])
    await asyncio.gather(
        *[apply_payment_event(context, event_id=one["event_id"]) for one in events]
    )
    bought = await shop.licenses()
    assert sorted(one["maxSeats"] for one in bought) == [4, 5]
    assert [one["fingerprint"] == shop.fingerprint for one in bought].count(True) == 1


@pytest.mark.parametrize("quantity", [0, -1, 1.5, "7", None, [], 10**9])
async def test_an_odd_quantity_makes_no_seats(shop, report, quantity):
    odd = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    items = [{"price": odd.price, "quantity": quantity}]
    data = odd.transaction("completed", odd.start, items=items)
    await report(event("subscription.created", odd.subscription(odd.start, items=items), odd.start))
    await report(event("transaction.completed", data, odd.start))
    assert [one["isTrial"] for one in await shop.licenses()] == [True]


async def test_many_lines_are_one_number_of_seats(shop, report):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    items = [{"price": purchase.price, "quantity": 10_000_000}] * 500
    at = purchase.start
    await report(event("subscription.created", purchase.subscription(at, items=items), at))
    assert [one["maxSeats"] for one in await shop.licenses()] == [1_000_000_000]


@pytest.mark.parametrize(
    "odd",
    ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "9999-12-31T00:00:00Z", 5, None],
)
async def test_odd_times_do_not_stop_a_purchase(shop, report, odd):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    created = purchase.sequence()[2]
    period = {"starts_at": odd, "ends_at": odd}
    changes = {"updated_at": odd, "next_billed_at": odd, "current_billing_period": period}
    created["data"] |= changes | {"status": "past_due", "paused_at": odd, "canceled_at": odd}
    await report(created | {"occurred_at": odd})
    [paid] = await shop.licenses()
    assert (paid["isTrial"], paid["billing"]["isPastDue"]) == (False, True)


async def test_a_trial_is_converted_once_and_the_second_purchase_is_a_second_license(
    shop, client, context, world
):
    """Two browser tabs, both paid, their news arriving at once."""
    tabs = [
        Purchase(shop.customer_id, seats=seats, custom_data={"overwrite": shop.fingerprint})
        for seats in (3, 4)
    ]
    events = [one for tab in tabs for one in tab.sequence()]
    await asyncio.gather(*[deliver(client, one) for one in events])
    await asyncio.gather(
        *[apply_payment_event(context, event_id=one["event_id"]) for one in events]
    )
    bought = await shop.licenses()
    assert sorted(one["maxSeats"] for one in bought) == [3, 4]
    assert [one["isTrial"] for one in bought] == [False, False]
    assert [one["fingerprint"] == shop.fingerprint for one in bought].count(True) == 1
    assert (await audit_actions(world, shop.admin.tenant_id)).count("license.purchased") == 2


async def test_a_revoked_license_takes_no_payment(shop, report, db):
    """It stays revoked, and the payment buys seats all the same."""
    await db.connection.execute(
        "update licenses set revoked_at = $2 where tenant_id = $1",
        shop.admin.tenant_id,
        clock.now(),
    )
    await report(
        *Purchase(shop.customer_id, seats=3, custom_data={"overwrite": shop.fingerprint}).sequence()
    )
    revoked, bought = await shop.licenses()
    assert (revoked["isTrial"], revoked["standing"]) == (True, "revoked")
    assert (bought["isTrial"], bought["maxSeats"], bought.get("standing")) == (False, 3, None)


async def test_overwriting_a_running_license_buys_a_second_one(shop, report):
    first = Purchase(shop.customer_id, seats=3, custom_data={"overwrite": shop.fingerprint})
    await report(*first.sequence())
    again = Purchase(shop.customer_id, seats=4, custom_data={"overwrite": shop.fingerprint})
    await report(*again.sequence())
    assert [one["maxSeats"] for one in await shop.licenses()] == [3, 4]


async def test_a_canceled_license_is_bought_again_in_place(shop, report, db):
    first = Purchase(shop.customer_id, seats=3, custom_data={"overwrite": shop.fingerprint})
    await report(*first.sequence(), first.canceled(60))
    [canceled] = await shop.licenses()
    assert canceled["billing"]["status"] == {"type": "canceled", "at": "2026-03-02T10:01:00Z"}
    assert canceled["validTo"] == "2026-03-02T10:01:00Z"
    again = Purchase(
        shop.customer_id,
        seats=9,
        start=first.start + timedelta(days=3),
        custom_data={"overwrite_canceled": shop.fingerprint},
    )
    await report(*again.sequence())
    # Late news of the subscription that was replaced.
    await report(first.changed(30), first.canceled(90), *first.sequence())
    [paid] = await shop.licenses()
    assert (paid["id"], paid["key"], paid["fingerprint"]) == (
        canceled["id"], canceled["key"], canceled["fingerprint"]
    )  # fmt: skip
    assert (paid["maxSeats"], paid["billing"]["status"]) == (9, {"type": "active"})
    assert "validTo" not in paid
    [row] = await rows(db, LICENSE_ROW, shop.admin.tenant_id)
    assert row["provider_transaction_id"] == again.transaction_id


async def test_a_price_of_another_product_buys_no_seats(shop, report):
    """The client token opens a checkout for any price of the vendor's account."""
    cheap = price("pri_01sticker00000000000000000", "month")
    custom_data = {"overwrite": shop.fingerprint}
    await report(
        *Purchase(shop.customer_id, seats=500, price=cheap, custom_data=custom_data).sequence()
    )
    assert [one["isTrial"] for one in await shop.licenses()] == [True]
    mixed = Purchase(shop.customer_id, seats=2, custom_data=custom_data)
    items = [{"price": cheap, "quantity": 500}, *mixed.items]
    await report(
        event("subscription.created", mixed.subscription(mixed.start, items=items), mixed.start)
    )
    assert [one["maxSeats"] for one in await shop.licenses()] == [2]


async def test_seats_follow_what_is_paid(shop, report, world):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    await report(*purchase.sequence())
    for minute, seats in enumerate([9, 2, 30], start=1):
        items = [{"price": purchase.price, "quantity": seats}]
        await report(purchase.changed(60 * minute, items=items))
        assert (await shop.licenses())[0]["maxSeats"] == seats
    assert (await audit_actions(world, shop.admin.tenant_id)).count("license.updated") == 3


async def test_a_scheduled_end_is_shown_and_can_be_taken_back(shop, report):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    await report(*purchase.sequence())
    change = {"action": "cancel", "effective_at": stamp(purchase.period_end), "resume_at": None}
    await report(purchase.changed(60, scheduled_change=change))
    billing = (await shop.licenses())[0]["billing"]
    assert billing["status"] == {"type": "active", "deactivationAt": "2026-04-02T10:00:00Z"}
    assert "nextPayment" not in billing
    await report(purchase.changed(120))
    billing = (await shop.licenses())[0]["billing"]
    assert billing["status"] == {"type": "active"}
    assert billing["nextPayment"] == "2026-04-02T10:00:00Z"


async def test_a_failed_renewal_ends_past_due_with_grace(shop, report, settings):
    """The provider reports `active` first (case 5)."""
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    await report(*purchase.sequence())
    period = {
        "starts_at": stamp(purchase.period_end),
        "ends_at": stamp(purchase.period_end + timedelta(days=30)),
    }
    renewal = (purchase.period_end - purchase.start).total_seconds()
    active = purchase.changed(renewal, current_billing_period=period)
    past_due = purchase.changed(renewal + 2, "past_due", current_billing_period=period)
    for order in ([active, past_due], [past_due, active]):
        await report(*[one | {"event_id": one["event_id"] + "x"} for one in order])
        [owing] = await shop.licenses()
        assert owing["billing"]["isPastDue"] is True
        assert owing["billing"]["status"] == {"type": "past_due", "at": "2026-04-02T10:00:02Z"}
    assert settings.past_due_grace_days == 14
    assert owing["validTo"] == "2026-04-16T10:00:02Z"
    await report(purchase.changed(renewal + 9000, current_billing_period=period))
    [recovered] = await shop.licenses()
    assert recovered["billing"]["isPastDue"] is False
    assert "validTo" not in recovered


async def test_two_changes_within_a_millisecond_are_both_seen(shop, report):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    await report(*purchase.sequence())
    first = purchase.changed(60, items=[{"price": purchase.price, "quantity": 8}])
    second = purchase.changed(60.0005, items=[{"price": purchase.price, "quantity": 9}])
    await report(second, first)
    assert (await shop.licenses())[0]["maxSeats"] == 9


async def test_an_unknown_state_of_the_provider_is_shown_as_it_is(shop, report):
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    await report(*purchase.sequence(), purchase.changed(60, "hibernating"))
    [odd] = await shop.licenses()
    assert odd["billing"]["status"] == {"type": "hibernating", "at": "2026-03-02T10:01:00Z"}


async def test_the_billing_address_follows_the_provider_in_any_order(shop, report):
    def moved(email: str, seconds: int) -> Event:
        at = Purchase(shop.customer_id).start + timedelta(seconds=seconds)
        return event(
            "customer.updated",
            {"id": shop.customer_id, "email": email, "updated_at": stamp(at)},
            at,
        )

    await report(moved("Second@example.test", 20), moved("first@example.test", 10))
    seen = (await shop.admin.browser.get("/api/v1/organization")).json()
    assert seen["billingEmail"] == "second@example.test"


async def test_amounts_are_kept_in_the_lowest_unit(shop, report, db):
    """JPY has no hundredths: 3,000 yen are 3000 (case 37)."""
    purchase = Purchase(shop.customer_id)
    data = purchase.transaction("completed", purchase.start, currency_code="JPY")
    data["details"] = {"totals": {"grand_total": "3000"}}
    await report(event("transaction.completed", data, purchase.start))
    stored = "select total, currency_code from provider_transactions where tenant_id = $1"
    assert await rows(db, stored, shop.admin.tenant_id) == [{"total": 3000, "currency_code": "JPY"}]


async def test_a_trial_that_is_bought_with_fewer_seats_than_are_held_frees_those_beyond(
    shop, tool, report, world
):
    seats = [(await tool.claim(who)).json()["id"] for who in ("ann", "bob", "cleo", "dan")]
    assert (await tool.claim("run-1", "ci")).status_code == 201
    clock.advance_clock(timedelta(seconds=30))
    for one in (seats[0], seats[2]):
        assert (await tool.beat(one)).status_code == 200
    bought = Purchase(shop.customer_id, seats=2, custom_data={"overwrite": shop.fingerprint})
    await report(*bought.sequence())
    [paid] = await shop.licenses()
    assert (paid["usedSeats"], paid["maxSeats"]) == (2, 2)
    # Seats that were seen last stay; the other tools are told.
    assert [(await tool.beat(one)).status_code for one in seats] == [200, 404, 200, 404]
    assert (await tool.claim("bob")).status_code == 409
    said = (await audit_entries(world, shop.admin.tenant_id, "license.seats_beyond_paid"))[0][
        "description"
    ]
    assert said == "2 seats of Acme were released: fewer seats are paid"
