"""Seats, times, amounts and addresses of a purchased license follow the provider."""

from datetime import timedelta

import pytest

from gatehouse.kit import clock
from tests.audit_log import audit_actions, audit_entries
from tests.licensing.provider import Event, Purchase, event, price, stamp
from tests.licensing.stored_rows import rows


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
