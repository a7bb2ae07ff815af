"""Which license a payment buys, and only for the tenant that paid (cases 1 to 6, 14, 15)."""

import asyncio
from datetime import timedelta

import pytest

from gatehouse.kit import clock
from gatehouse.licensing.purchases.jobs import apply_payment_event
from gatehouse_simulators.checkout import fixtures
from tests.audit_log import audit_actions
from tests.licensing.provider import Purchase, deliver, price
from tests.licensing.stored_rows import LICENSE_ROW, PAYMENT_ROW, rows


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


async def test_a_payment_is_kept_with_the_time_that_it_pays_for(shop, report, db):
    purchase = Purchase(shop.customer_id)
    await report(*purchase.sequence())
    covers = "select covers_until from provider_transactions where id = $1"
    assert await db.connection.fetchval(covers, purchase.transaction_id) == purchase.period_end


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
