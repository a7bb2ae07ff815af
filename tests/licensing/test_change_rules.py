"""A change states what changes and nothing else; how it is billed; which discounts it may bring; how the
path names the license."""

from datetime import timedelta
from typing import Any

import pytest

from gatehouse.kit import clock
from gatehouse.licensing.subscriptions.proration import defer_billing, plan_subscription_change
from gatehouse.licensing.subscriptions.schemas import PlanChange
from gatehouse.providers.payments import facts
from gatehouse_simulators.checkout import fixtures
from tests.licensing.provider import Purchase, price, provider_id, stamp
from tests.licensing.scripted import refusal

OTHER_PRICE = "pri_01teamagency00000000000000"
PRICES = [OTHER_PRICE, *fixtures.PRICE_IDS]
TOO_SMALL = "subscription_update_transaction_balance_less_than_charge_limit"


def entity(status: str = "active", **changes: Any) -> dict[str, Any]:
    purchase = Purchase("ctm_x", seats=6)
    return purchase.subscription(purchase.start, status, **changes)


def fact_of(data: dict[str, Any]):
    fact = facts.parse_subscription(data)
    assert fact
    return fact


def scheduled(action: str) -> dict[str, Any]:
    return {"scheduled_change": {"action": action, "effective_at": "2026-04-02T10:00:00Z"}}


@pytest.mark.parametrize(
    ("status", "mode"),
    [("active", "prorated_immediately"), ("trialing", "do_not_bill"), ("paused", "do_not_bill")],
)
def test_while_nothing_is_billed_a_change_is_not_either(status, mode):
    plan = plan_subscription_change(fact_of(entity(status)), PlanChange(max_seats=9), PRICES)
    assert plan.change
    assert plan.change.mode == mode


@pytest.mark.parametrize(
    ("changes", "mode"),
    [
        ({}, "prorated_next_billing_period"),
        (scheduled("cancel"), "do_not_bill"),
        (scheduled("pause"), "do_not_bill"),
        (scheduled("resume"), "prorated_next_billing_period"),
    ],
)
def test_what_is_too_small_waits_for_the_next_bill_if_there_is_one(changes, mode):
    fact = fact_of(entity(**changes))
    plan = plan_subscription_change(fact, PlanChange(max_seats=9), PRICES)
    assert plan.change
    assert defer_billing(fact, plan.change).mode == mode


def test_seats_alone_keep_the_price_that_runs():
    """Whichever is listed first."""
    plan = plan_subscription_change(fact_of(entity()), PlanChange(max_seats=9), PRICES)
    assert plan.change
    assert [(line.price_id, line.quantity) for line in plan.change.lines] == [
        (fixtures.MONTHLY_PRICE_ID, 9)
    ]
    assert plan.change.discount_id is None


def test_a_price_alone_keeps_the_seats():
    plan = plan_subscription_change(fact_of(entity()), PlanChange(price_id=OTHER_PRICE), PRICES)
    assert plan.change
    assert [(line.price_id, line.quantity) for line in plan.change.lines] == [(OTHER_PRICE, 6)]


@pytest.fixture
async def purchase(shop, report, provider_api) -> Purchase:
    made = Purchase(shop.customer_id, seats=6, custom_data={"overwrite": shop.fingerprint})
    await report(*made.sequence())
    provider_api.entities[f"/subscriptions/{made.subscription_id}"] = made.subscription(made.start)
    provider_api.entities[f"/prices/{fixtures.MONTHLY_PRICE_ID}"] = price()
    return made


async def patch(shop, **body: Any):
    path = f"/api/v1/licenses/{shop.fingerprint}"
    return await shop.admin.browser.patch(path, json=body)


async def test_the_fingerprint_names_the_license_and_the_id_does_too(shop, purchase):
    [paid] = await shop.licenses()
    for name in (paid["fingerprint"], paid["id"]):
        path = f"/api/v1/licenses/{name}"
        assert (await shop.admin.browser.patch(path, json={"name": "Farm"})).status_code == 200
        resumed = await shop.admin.browser.post(f"{path}/resume")
        assert (resumed.status_code, resumed.json()["id"]) == (200, paid["id"])


async def test_a_fingerprint_of_another_tenant_names_nothing(shop, purchase, open_shop):
    other = await open_shop()
    for name in (shop.fingerprint, (await shop.licenses())[0]["id"]):
        path = f"/api/v1/licenses/{name}"
        answer = await other.admin.browser.patch(path, json={"name": "Mine"})
        assert (answer.status_code, answer.text) == (404, "The license was not found")


@pytest.mark.parametrize("name", ["x", "0" * 31, "G" * 32, "%27", f"{'0' * 32}x"])
async def test_what_can_name_no_license_is_not_found(shop, name):
    answer = await shop.admin.browser.post(f"/api/v1/licenses/{name}/resume")
    assert (answer.status_code, answer.text) == (404, "The license was not found")


async def test_the_wire_has_the_price_that_runs(shop, purchase, report):
    assert (await shop.licenses())[0]["billing"]["priceId"] == fixtures.MONTHLY_PRICE_ID
    items = [{"price": price(fixtures.YEARLY_PRICE_ID, "year"), "quantity": 6}]
    await report(purchase.changed(60, items=items))
    assert (await shop.licenses())[0]["billing"]["priceId"] == fixtures.YEARLY_PRICE_ID


async def test_a_charge_that_is_too_small_is_billed_with_the_next_period(
    shop, purchase, provider_api
):
    later = purchase.changed(60, items=[{"price": purchase.price, "quantity": 7}])["data"]

    def override(method, path):
        if method != "PATCH":
            return None
        mode = provider_api.sent[-1][1]["proration_billing_mode"]
        if mode == "prorated_immediately":
            return refusal(400, TOO_SMALL, "too small")
        return 200, {"data": later, "meta": {"request_id": "x"}}

    provider_api.override = override
    changed = await patch(shop, maxSeats=7)
    assert (changed.status_code, changed.json()["maxSeats"]) == (200, 7)
    modes = [body["proration_billing_mode"] for _, body in provider_api.sent]
    assert modes == ["prorated_immediately", "prorated_next_billing_period"]


def discount(**changes: Any) -> dict[str, Any]:
    return {
        "id": provider_id("dsc"),
        "status": "active",
        "description": "",
        "enabled_for_checkout": True,
        "code": "SAVE",
        "type": "percentage",
        "amount": "20",
        "currency_code": None,
        "recur": True,
        "maximum_recurring_intervals": 3,
        "usage_limit": 5,
        "times_used": 0,
        "restrict_to": None,
        "expires_at": stamp(clock.now() + timedelta(hours=1)),
    } | changes


@pytest.mark.parametrize(
    "changes",
    [
        {"enabled_for_checkout": False},
        {"status": "archived"},
        {"times_used": 5},
        {"expires_at": "2020-01-01T00:00:00Z"},
        {"restrict_to": ["pro_of_something_else"]},
        {"type": "flat", "currency_code": "EUR"},
    ],
)
async def test_a_discount_obeys_the_rules_of_a_checkout(shop, purchase, provider_api, changes):
    offered = discount(**changes)
    provider_api.entities[f"/discounts/{offered['id']}"] = offered
    preview = await shop.admin.browser.patch(
        f"/api/v1/licenses/{shop.fingerprint}/preview", json={"discountId": offered["id"]}
    )
    for refused in (preview, await patch(shop, discountId=offered["id"])):
        assert (refused.status_code, refused.text) == (409, "This discount does not apply")
    assert provider_api.sent == []


async def test_an_unknown_discount_is_refused(shop, purchase, provider_api):
    assert (await patch(shop, discountId=provider_id("dsc"))).status_code == 409
    assert provider_api.sent == []


@pytest.mark.parametrize("is_reported", [True, False])
async def test_a_discount_for_three_bills_does_not_begin_again(
    shop, purchase, provider_api, report, is_reported
):
    """Also when it was used up with one bill, and the provider names it no more."""
    offered = discount()
    provider_api.entities[f"/discounts/{offered['id']}"] = offered
    path = f"/subscriptions/{purchase.subscription_id}"
    if is_reported:
        applied = {"id": offered["id"], "type": "percentage", "starts_at": None, "ends_at": None}
        with_it = purchase.changed(60, discount=applied)
        provider_api.entities[path] = with_it["data"]
    assert (await patch(shop, discountId=offered["id"])).status_code == 200
    assert len(provider_api.sent) == (0 if is_reported else 1)
    if is_reported:
        await report(with_it)
    provider_api.entities[path] = purchase.changed(120)["data"]
    again = await patch(shop, discountId=offered["id"])
    assert (again.status_code, again.text) == (
        409, "This discount was already used for this license"
    )  # fmt: skip
    assert len(provider_api.sent) == (0 if is_reported else 1)
