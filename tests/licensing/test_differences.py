"""What the payment provider says and what is kept differ: found, told, and settled by a person."""

from datetime import timedelta
from typing import Any

import pytest

from gatehouse.kit import clock
from gatehouse.licensing.purchases.jobs import reconcile_purchases
from gatehouse.licensing.reconciliation.service import read_customer_subscriptions
from tests.backend import new_backend
from tests.licensing.provider import Purchase, price, stamp

DIFFERENCES = "/tenants/resources/payment-differences/v1"
LONG = timedelta(minutes=11)


@pytest.fixture(autouse=True)
async def nobody_else(db):
    await db.connection.execute("update organizations set provider_customer_id = null")
    await db.connection.execute("delete from provider_events where applied_at is null")
    await db.connection.execute("delete from payment_differences")
    await db.connection.execute("delete from pgqueuer")


@pytest.fixture
def look(context, db, shop):
    """At everything of the shop's customer, as once a day."""

    async def again() -> None:
        organization_id = await db.connection.fetchval(
            "select id from organizations where tenant_id = $1", shop.admin.tenant_id
        )
        await read_customer_subscriptions(context, str(organization_id))

    return again


@pytest.fixture
async def bought(shop, report, provider_api) -> Purchase:
    """Seven seats, known to both; some time ago."""
    purchase = Purchase(shop.customer_id, custom_data={"overwrite": shop.fingerprint})
    await report(*purchase.sequence())
    says(provider_api, purchase, purchase.subscription(purchase.start + timedelta(seconds=2)))
    clock.advance_clock(LONG)
    return purchase


def says(provider_api, purchase: Purchase, data: dict[str, Any] | None) -> None:
    path = f"/subscriptions/{purchase.subscription_id}"
    if data is None:
        provider_api.entities.pop(path, None)
    else:
        provider_api.entities[path] = data


async def listed(vendor, state: str = "waiting") -> list[dict[str, Any]]:
    answer = await vendor.get(DIFFERENCES, params={"state": state})
    assert answer.status_code == 200, answer.text
    assert answer.json()["total"] == len(answer.json()["items"])
    found: list[dict[str, Any]] = answer.json()["items"]
    return found


async def settle(vendor, found: dict[str, Any], verb: str, body: dict[str, Any] | None = None):
    return await vendor.post(f"{DIFFERENCES}/{found['id']}/{verb}", json=body)


async def test_equal_subscriptions_are_no_discrepancy(bought, look, vendor):
    await look()
    for state in ("waiting", "noted", "resolved"):
        assert await listed(vendor, state) == []


async def test_a_subscription_unknown_to_the_provider_ends_when_the_vendor_accepts_that(
    shop, bought, look, vendor, provider_api, db
):
    says(provider_api, bought, None)
    await look()
    [found] = await listed(vendor)
    assert (found["kind"], found["subscriptionId"]) == ("missing", bought.subscription_id)
    assert (found["provider"], found["kept"]["seats"]) == ({}, 7)
    assert (found["fingerprint"], found["tenantId"]) == (
        shop.fingerprint,
        str(shop.admin.tenant_id),
    )
    since = found["foundAt"]
    clock.advance_clock(LONG)
    await look()
    [again] = await listed(vendor)
    assert (again["id"], again["foundAt"]) == (found["id"], since)
    assert again["seenAt"] > since

    taken = await settle(vendor, found, "accept")
    assert (taken.status_code, taken.json()["resolution"]) == (200, "accepted"), taken.text
    [license_now] = await shop.licenses()
    assert (license_now["isOver"], license_now["billing"]["status"]["type"]) == (True, "canceled")
    await look()
    assert await listed(vendor) == []
    [settled] = await listed(vendor, "resolved")
    assert {"resolvedBy", "resolvedAt"} <= set(settled)
    said = await db.connection.fetch(
        "select action from audits where action like 'payments.difference%' order by created_at, id"
    )
    assert [row["action"] for row in said][-2:] == [
        "payments.difference_found", "payments.difference_accepted",
    ]  # fmt: skip
    assert (await settle(vendor, found, "accept")).status_code == 404


async def test_a_license_does_not_end_when_the_provider_has_told_of_it_since(
    shop, bought, look, vendor, provider_api, db
):
    says(provider_api, bought, None)
    await look()
    [found] = await listed(vendor)
    await db.connection.execute(
        "update licenses set provider_occurred_at = $2 where provider_subscription_id = $1",
        bought.subscription_id,
        clock.now() + timedelta(seconds=1),
    )
    refused = await settle(vendor, found, "accept")
    assert (refused.status_code, refused.json()["errorCode"]) == (409, "payments.nothing_to_take")
    assert [one["isOver"] for one in await shop.licenses()] == [False]


async def test_accepting_a_discrepancy_applies_the_providers_state(
    shop, bought, look, vendor, provider_api, report, run_jobs
):
    await report(bought.changed(3600, items=[{"price": bought.price, "quantity": 12}]))
    clock.advance_clock(LONG)
    await look()
    [found] = await listed(vendor)
    assert (found["kind"], found["provider"]["seats"], found["kept"]["seats"]) == ("changed", 7, 12)
    assert (await settle(vendor, found, "stop")).json()["errorCode"] == "payments.nothing_charged"
    assert (await settle(vendor, found, "accept")).status_code == 200
    await run_jobs()
    assert [one["maxSeats"] for one in await shop.licenses()] == [7]
    clock.advance_clock(LONG)
    await look()
    assert await listed(vendor) == []


async def test_a_corrected_subscription_is_listed_as_a_resolved_discrepancy(
    shop, bought, look, vendor, provider_api
):
    """Its news was lost."""
    more = [{"price": bought.price, "quantity": 9}]
    later = bought.start + timedelta(hours=1)
    says(provider_api, bought, bought.subscription(later, items=more))
    await look()
    assert [one["maxSeats"] for one in await shop.licenses()] == [9]
    assert await listed(vendor) == []
    [found] = await listed(vendor, "resolved")
    assert (found["kind"], found["resolution"]) == ("changed", "corrected")
    assert (found["provider"]["seats"], found["kept"]["seats"]) == (9, 7)


async def test_a_note_keeps_it_quiet_until_something_else_is_said(
    bought, look, vendor, provider_api, db
):
    says(provider_api, bought, None)
    await look()
    [found] = await listed(vendor)
    assert (await settle(vendor, found, "note", {"note": " "})).status_code == 400
    noted = await settle(vendor, found, "note", {"note": "Paid by bank transfer"})
    assert (noted.status_code, noted.json()["note"]) == (200, "Paid by bank transfer")
    clock.advance_clock(LONG)
    await look()
    assert await listed(vendor) == []
    [quiet] = await listed(vendor, "noted")
    assert "notedBy" in quiet
    assert quiet["foundAt"] == found["foundAt"]
    await db.connection.execute(
        "update licenses set max_seats = 8 where provider_subscription_id = $1",
        bought.subscription_id,
    )
    await look()
    [again] = await listed(vendor)
    assert (again["id"], again["kept"]["seats"]) == (found["id"], 8)
    assert "note" not in again
    says(provider_api, bought, bought.subscription(bought.start + timedelta(seconds=2)))
    await look()
    assert await listed(vendor) == []
    assert "agreed" in [one["resolution"] for one in await listed(vendor, "resolved")]


async def test_a_paid_license_that_is_blocked_is_a_discrepancy(
    shop, bought, look, vendor, provider_api, run_jobs
):
    await vendor.post(f"/tenants/resources/licenses/v1/{shop.fingerprint}/suspend")
    await look()
    assert await listed(vendor) == []  # it is just happening
    clock.advance_clock(LONG)
    await look()
    [found] = await listed(vendor)
    assert (found["kind"], found["kept"]["standing"]) == ("blocked", "suspended")
    assert (await settle(vendor, found, "accept")).status_code == 200
    shown = (await vendor.get(f"/tenants/resources/licenses/v1/{shop.fingerprint}")).json()
    assert "suspendedAt" not in shown

    await vendor.post(f"/tenants/resources/licenses/v1/{shop.fingerprint}/revoke")
    clock.advance_clock(LONG)
    await look()
    [found] = await listed(vendor)
    stopped = await settle(vendor, found, "stop")
    assert (stopped.status_code, stopped.json()["resolution"]) == (200, "stopped"), stopped.text
    await run_jobs()
    assert f"POST /subscriptions/{bought.subscription_id}/cancel" in provider_api.calls


async def test_a_charge_without_a_license_is_a_discrepancy(
    shop, bought, look, vendor, provider_api, run_jobs
):
    other = Purchase(shop.customer_id, price=price("pri_of_another_product"))
    says(provider_api, other, other.subscription(other.start))
    await look()
    [found] = await listed(vendor)
    assert (found["kind"], found["kept"], found["provider"]["seats"]) == ("unlicensed", {}, 7)
    assert "fingerprint" not in found
    refused = await settle(vendor, found, "accept")
    assert refused.json()["errorCode"] == "payments.nothing_to_take"
    says(provider_api, other, None)
    assert (await settle(vendor, found, "check")).status_code == 202
    await run_jobs()
    assert await listed(vendor) == []


async def test_charges_that_are_another_customers_by_now_go_on(
    shop, bought, look, vendor, provider_api, open_shop, run_jobs
):
    """It was moved at the provider after the last look."""
    heir = await open_shop()
    other = Purchase(shop.customer_id, price=price("pri_of_another_product"))
    says(provider_api, other, other.subscription(other.start))
    await look()
    [found] = await listed(vendor)
    says(provider_api, other, other.subscription(other.start, customer_id=heir.customer_id))
    assert (await settle(vendor, found, "stop")).status_code == 200
    await run_jobs()
    assert f"POST /subscriptions/{other.subscription_id}/cancel" not in provider_api.calls


async def test_a_replaced_subscription_that_is_still_paid_is_a_discrepancy(
    shop, bought, look, vendor, provider_api, db
):
    replaced = Purchase(shop.customer_id)
    says(provider_api, replaced, replaced.subscription(replaced.start))
    await db.connection.execute(
        "insert into license_subscriptions (id, tenant_id, license_id, linked_at, replaced_at)"
        " select $2, tenant_id, id, now() - interval '2 days', now() - interval '1 day' from licenses"
        " where provider_subscription_id = $1",
        bought.subscription_id, replaced.subscription_id,
    )  # fmt: skip
    await look()
    [found] = await listed(vendor)
    assert (found["kind"], found["subscriptionId"]) == ("replaced", replaced.subscription_id)
    ending = {"action": "cancel", "effective_at": stamp(replaced.period_end), "resume_at": None}
    says(provider_api, replaced, replaced.subscription(replaced.start, scheduled_change=ending))
    await look()
    assert await listed(vendor) == []


async def test_discrepancies_are_searched_once_a_day(
    bought, world, provider_api, context, run_jobs
):
    says(provider_api, bought, None)
    clock.advance_clock(timedelta(days=1, minutes=1))
    await reconcile_purchases(context)
    await run_jobs()
    vendor = (await new_backend(world, ["vendor.*.licenses"])).http
    assert [one["kind"] for one in await listed(vendor)] == ["missing"]


async def test_discrepancies_need_permission(shop, bought, look, vendor, world, provider_api):
    says(provider_api, bought, None)
    await look()
    [found] = await listed(vendor)
    reader = (await new_backend(world, ["vendor.read.*"])).http
    assert (await reader.get(DIFFERENCES)).status_code == 200
    for verb, body in (
        ("accept", None),
        ("stop", None),
        ("check", None),
        ("note", {"note": "because"}),
    ):
        assert (await settle(reader, found, verb, body)).status_code == 403
        assert (await settle(shop.admin.browser, found, verb, body)).status_code == 401
    assert (await shop.admin.browser.get(DIFFERENCES)).status_code == 401
