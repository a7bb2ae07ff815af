"""Seats, price, discount, name: what is shown is what is charged (cases 23, 24, 39–43, 48, 49)."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse_simulators.checkout import fixtures
from tests.audit_log import audit_entries
from tests.licensing.conftest import Shop
from tests.licensing.waiting import until


async def path_of(shop: Shop) -> str:
    return f"/api/v1/licenses/{(await shop.licenses())[0]['id']}"


async def change(shop: Shop, **body: Any):
    return await shop.admin.browser.patch(await path_of(shop), json=body)


async def preview(shop: Shop, **body: Any):
    return await shop.admin.browser.patch(f"{await path_of(shop)}/preview", json=body)


async def occupy(db, shop: Shop, *holders: str) -> None:
    await db.connection.executemany(
        "insert into license_seats (id, tenant_id, license_id, holder, claimed_at, last_seen_at)"
        " select $1, $2, id, $3, $4, $4 from licenses where tenant_id = $2",
        [(new_id(), shop.admin.tenant_id, holder, clock.now()) for holder in holders],
    )


async def charged(provider, paddle, shop: Shop) -> list[int]:
    """What was charged for changes, in cents, oldest first."""
    found = await paddle(
        lambda client: client.get_raw(
            f"/transactions?customer_id={shop.customer_id}&origin=subscription_update"
        ).json()["data"]
    )
    return [int(one["details"]["totals"]["grand_total"]) for one in reversed(found)]


async def test_the_preview_is_what_is_charged(paid, run_jobs, provider, paddle):
    shown = (await preview(paid, maxSeats=9)).json()
    assert (shown["maxSeats"], shown["priceId"]) == (9, fixtures.MONTHLY_PRICE_ID)
    assert shown["currencyCode"] == "USD"
    assert shown["result"]["action"] == "charge"
    assert (await paid.licenses())[0]["maxSeats"] == 6
    assert await charged(provider, paddle, paid) == []

    changed = await change(paid, maxSeats=9)
    assert (changed.status_code, changed.json()["maxSeats"]) == (200, 9)
    assert await charged(provider, paddle, paid) == [shown["immediate"]["grandTotal"]]
    await run_jobs()
    assert await paid.licenses() == [changed.json()]
    recurring = shown["recurring"]
    assert recurring["total"] == recurring["subtotal"] - recurring["discount"] + recurring["tax"]


async def test_a_change_at_another_price_than_quoted_is_refused(paid, provider, paddle):
    """A colleague was faster: it is shown anew. Time that passes makes it cheaper, and refuses nothing."""
    shown = (await preview(paid, maxSeats=9)).json()
    colleague = (await preview(paid, maxSeats=12)).json()
    assert (await change(paid, maxSeats=12, quote=colleague["quote"])).status_code == 200
    # Nine are a credit by now.
    refused = await change(paid, maxSeats=9, quote=shown["quote"])
    assert (refused.status_code, refused.headers["error-code"]) == (409, "changes.cost_differs")
    assert await charged(provider, paddle, paid) == [colleague["immediate"]["grandTotal"]]
    assert (await paid.licenses())[0]["maxSeats"] == 12

    # What is so already costs nothing, whatever was shown.
    again = await change(paid, maxSeats=12, quote=colleague["quote"])
    assert (again.status_code, again.json()["maxSeats"]) == (200, 12)

    more = (await preview(paid, maxSeats=15)).json()
    clock.advance_clock(timedelta(minutes=40))
    assert (await change(paid, maxSeats=15, quote=more["quote"])).status_code == 200
    second, _ = sorted(await charged(provider, paddle, paid))
    assert second < more["immediate"]["grandTotal"]


async def test_a_price_that_was_shown_with_a_discount_is_not_charged_without_it(
    paid, provider, paddle
):
    discounted = {"maxSeats": 9, "discountId": fixtures.PERCENT_DISCOUNT_ID}
    shown = (await preview(paid, **discounted)).json()
    assert shown["immediate"]["discount"] > 0
    refused = await change(paid, maxSeats=9, quote=shown["quote"])
    assert (refused.status_code, refused.headers["error-code"]) == (409, "changes.cost_differs")
    assert await charged(provider, paddle, paid) == []
    assert (await change(paid, **discounted, quote=shown["quote"])).status_code == 200
    assert await charged(provider, paddle, paid) == [shown["immediate"]["grandTotal"]]


async def test_every_sequence_ends_with_the_seats_that_are_paid(paid, run_jobs, provider):
    for seats in (9, 3, 20, 1):
        assert (await change(paid, maxSeats=seats)).status_code == 200
        await run_jobs()
        [subscription] = await provider.list_subscriptions(paid.customer_id)
        assert sum(line.quantity for line in subscription.lines) == seats
        assert (await paid.licenses())[0]["maxSeats"] == seats


async def test_fewer_seats_give_a_credit(paid):
    shown = (await preview(paid, maxSeats=2)).json()
    assert shown["result"]["action"] == "credit"
    assert shown["result"]["amount"] > 0


async def test_another_price(paid, run_jobs):
    changed = await change(paid, priceId=fixtures.YEARLY_PRICE_ID)
    assert changed.status_code == 200, changed.text
    assert changed.json()["billing"]["cycle"] == "year"
    assert changed.json()["maxSeats"] == 6


async def test_a_discount(paid, provider):
    plain = (await preview(paid)).json()["recurring"]
    less = (await preview(paid, discountId=fixtures.PERCENT_DISCOUNT_ID)).json()
    assert less["next"]["discount"] > 0 == plain["discount"]
    assert (await change(paid, discountId=fixtures.PERCENT_DISCOUNT_ID)).status_code == 200
    after = (await preview(paid)).json()
    assert after["next"]["discount"] == less["next"]["discount"]


async def test_a_change_to_the_same_seats_charges_nothing(paid, provider, paddle):
    assert (await change(paid, maxSeats=6)).json()["maxSeats"] == 6
    assert (await change(paid)).status_code == 200
    assert await charged(provider, paddle, paid) == []


async def test_twice_at_once_is_charged_once(paid, provider, paddle):
    answers = await asyncio.gather(*[change(paid, maxSeats=9) for _ in range(3)])
    assert {answer.status_code for answer in answers} <= {200, 409}
    assert 200 in {answer.status_code for answer in answers}
    assert len([amount for amount in await charged(provider, paddle, paid) if amount]) == 1
    assert (await paid.licenses())[0]["maxSeats"] == 9


async def test_seats_in_use_are_not_taken_away(paid, db, provider):
    await occupy(db, paid, "ann", "bob", "cleo", "dan", "eve", "fay")
    for refused in (await preview(paid, maxSeats=4), await change(paid, maxSeats=4)):
        assert (refused.status_code, refused.text) == (
            409,
            "6 seats are in use: ann, bob, cleo, dan, eve and 1 more. Release 2 of them first.",
        )
    [subscription] = await provider.list_subscriptions(paid.customer_id)
    assert subscription.lines[0].quantity == 6
    assert (await change(paid, maxSeats=6)).status_code == 200


async def test_a_change_that_the_provider_refuses_gives_the_seats_back(paid, control):
    await control(switch="api.error", times=20, value="500")
    assert (await change(paid, maxSeats=2)).status_code == 503
    await control(action="clear_switches")
    assert (await paid.licenses())[0]["maxSeats"] == 6


async def test_more_seats_than_the_price_allows_is_refused_with_the_reason(paid):
    for refused in (await preview(paid, maxSeats=5000), await change(paid, maxSeats=5000)):
        assert (refused.status_code, refused.text) == (
            409,
            "The payment provider does not accept this:"
            " items.0.quantity must be between 1 and 1000.",
        )
    assert (await paid.licenses())[0]["maxSeats"] == 6


async def test_a_declined_payment_prevents_the_change(paid, control):
    await control(switch="payment.error", times=5, value="declined")
    refused = await change(paid, maxSeats=60)
    assert (refused.status_code, refused.text) == (
        409, "The payment was declined. Check the payment method."
    )  # fmt: skip
    await control(action="clear_switches")
    assert (await paid.licenses())[0]["maxSeats"] == 6


async def test_a_name(simulated_shop, world):
    renamed = await change(simulated_shop, name=" Build farm ")
    assert (renamed.status_code, renamed.json()["name"]) == (200, "Build farm")
    assert [one["name"] for one in await simulated_shop.licenses()] == ["Build farm"]
    said = (await audit_entries(world, simulated_shop.admin.tenant_id, "license.renamed"))[0][
        "description"
    ]
    assert said == "Acme was renamed to Build farm"


async def test_a_trial_is_bought_in_a_checkout_not_changed(simulated_shop):
    for refused in (await change(simulated_shop, maxSeats=9), await preview(simulated_shop)):
        assert (refused.status_code, refused.text) == (409, "This license has no subscription")


@pytest.mark.parametrize(
    "body",
    [
        {"maxSeats": 0},
        {"maxSeats": -1},
        {"maxSeats": 10**9},
        {"maxSeats": 10**30},
        {"maxSeats": "many"},
        {"maxSeats": 1.5},
        {"maxSeats": True},
        {"priceId": "x"},
        {"priceId": "pri_01sticker0000000000000000x"},
        {"discountId": "../customers"},
        {"name": ""},
        {"name": "a\x00"},
        {"name": "x" * 300},
        {"maxSeats": 9, "quote": "x"},
        [],
    ],
)
async def test_a_bad_body_is_refused(paid, body):
    answer = await paid.admin.browser.patch(await path_of(paid), json=body)
    assert answer.status_code == 400
    assert answer.headers["content-type"].startswith("text/plain")
    assert (await paid.licenses())[0]["maxSeats"] == 6


async def test_while_a_payment_is_missing_nothing_changes(paid, run_jobs, control, world):
    clock.advance_clock(timedelta(days=32))
    await control(switch="payment.error", times=1000, value="declined")
    await control(action="run_due")
    admin = await world.sign_in(paid.admin.id, paid.admin.tenant_id, paid.admin.email)

    async def is_past_due() -> bool:
        [owing] = (await admin.browser.get("/api/v1/licenses")).json()
        return owing["billing"].get("isPastDue") is True

    await until(is_past_due, run_jobs)
    [owing] = (await admin.browser.get("/api/v1/licenses")).json()
    refused = await admin.browser.patch(f"/api/v1/licenses/{owing['id']}", json={"maxSeats": 9})
    assert (refused.status_code, refused.text) == (409, "A payment is due. Pay it first.")


@pytest.mark.parametrize("suffix", ["", "/preview"])
async def test_changing_a_subscription_needs_permission(paid, world, suffix):
    path = f"{await path_of(paid)}{suffix}"
    for role in ("ReadOnly", "Editor"):
        person = await world.person(role, tenant_id=paid.admin.tenant_id)
        assert (await person.browser.patch(path, json={"maxSeats": 9})).status_code == 403
    stranger = await world.person("Admin")
    for body in ({"maxSeats": 9}, {"name": "Mine"}):
        answer = await stranger.browser.patch(path, json=body)
        assert (answer.status_code, answer.text) == (404, "The license was not found")
    assert (await paid.licenses())[0]["maxSeats"] == 6


async def test_seats_of_a_paused_subscription_change_as_previewed(paid, run_jobs, provider, paddle):
    [subscription] = await provider.list_subscriptions(paid.customer_id)
    await paddle(
        lambda client: client.post_raw(
            f"/subscriptions/{subscription.id}/pause", {"effective_from": "immediately"}
        )
    )
    await run_jobs()
    assert (await preview(paid, maxSeats=9)).status_code == 200
    changed = await change(paid, maxSeats=9)
    assert (changed.status_code, changed.json()["maxSeats"]) == (200, 9)
    assert await charged(provider, paddle, paid) == []
    assert (await provider.find_subscription(subscription.id)).status == "paused"
