"""The whole way in one process: the portal's calls, a buyer's browser, the provider's own webhooks."""

import pytest

from gatehouse.kit import clock
from gatehouse.licensing.purchases.jobs import reconcile_purchases
from gatehouse_simulators.checkout import fixtures
from tests.licensing.conftest import Shop
from tests.simulators.conftest import Buyer

CONFIG = "/api/v1/paddle/checkout-config"
NEW_YORK = {"country_code": "US", "postal_code": "10021"}


async def buy(buyer: Buyer, shop: Shop, seats: int, **custom_data: str) -> str:
    """A paid checkout of the shop's customer; the transaction's id."""
    checkout = await buyer.buy(
        items=[{"price_id": fixtures.MONTHLY_PRICE_ID, "quantity": seats}],
        customer={"id": shop.customer_id},
        address=NEW_YORK,
        custom_data=custom_data,
    )
    transaction_id: str = checkout["transaction_id"]
    return transaction_id


async def test_from_trial_to_paid_to_canceled_to_bought_again(
    simulated_shop, buyer, run_jobs, paddle, db, provider
):
    shop = simulated_shop
    transaction_id = await buy(buyer, shop, 6, overwrite=shop.fingerprint)
    await run_jobs()
    [paid] = await shop.licenses()
    assert (paid["fingerprint"], paid["isTrial"], paid["maxSeats"]) == (shop.fingerprint, False, 6)
    assert paid["billing"]["status"] == {"type": "active"}
    assert paid["billing"]["cycle"] == "month"
    assert paid["billing"]["nextPayment"] > clock.now().isoformat()
    answer = await shop.admin.browser.get(f"/api/v1/paddle/transactions/{transaction_id}")
    assert answer.json() == {"transactionId": transaction_id, "status": "completed"}

    [subscription] = await provider.list_subscriptions(shop.customer_id)
    assert await provider.find_subscription(subscription.id) == subscription
    await paddle(lambda client: client.post_raw(f"/subscriptions/{subscription.id}/cancel", {
        "effective_from": "next_billing_period"}))  # fmt: skip
    await run_jobs()
    [ending] = await shop.licenses()
    assert ending["billing"]["status"]["deactivationAt"] == paid["billing"]["nextPayment"]
    await paddle(lambda client: client.post_raw(f"/subscriptions/{subscription.id}/cancel", {
        "effective_from": "immediately"}))  # fmt: skip
    await run_jobs()
    [canceled] = await shop.licenses()
    assert canceled["billing"]["status"]["type"] == "canceled"

    await buy(buyer, shop, 8, overwrite_canceled=shop.fingerprint)
    await run_jobs()
    [again] = await shop.licenses()
    assert (again["fingerprint"], again["key"]) == (paid["fingerprint"], paid["key"])
    assert (again["maxSeats"], again["billing"]["status"]) == (8, {"type": "active"})
    left = await db.connection.fetch(
        "select type from provider_events where applied_at is null"
        " and payload->'data'->>'customer_id' = $1", shop.customer_id,
    )  # fmt: skip
    assert left == []


# Reordered: so many events are held back, and follow the next one that is delivered.
@pytest.mark.parametrize(("switch", "times"), [("webhook.duplicate", 20), ("webhook.reorder", 5)])
async def test_disorder_on_the_way_ends_the_same(
    simulated_shop, buyer, run_jobs, control, switch, times
):
    await control(switch=switch, times=times)
    await buy(buyer, simulated_shop, 6, overwrite=simulated_shop.fingerprint)
    await run_jobs()
    [paid] = await simulated_shop.licenses()
    assert (paid["isTrial"], paid["maxSeats"]) == (False, 6)


async def test_a_purchase_without_any_news_is_healed(
    simulated_shop, buyer, run_jobs, control, context, db
):
    # One round heals a bounded number of organizations, those never read first: the others' turn is over.
    await db.connection.execute("update organizations set provider_read_at = $1", clock.now())
    await db.connection.execute(
        "update organizations set provider_read_at = null where provider_customer_id = $1",
        simulated_shop.customer_id,
    )
    await control(switch="webhook.drop", times=100)
    await buy(buyer, simulated_shop, 6, overwrite=simulated_shop.fingerprint)
    await run_jobs()
    assert [one["isTrial"] for one in await simulated_shop.licenses()] == [True]
    await reconcile_purchases(context)
    await run_jobs()
    [paid] = await simulated_shop.licenses()
    assert (paid["isTrial"], paid["maxSeats"], paid["fingerprint"]) == (
        False, 6, simulated_shop.fingerprint
    )  # fmt: skip


async def test_an_unfinished_payment_can_be_looked_up_by_its_owner_only(
    simulated_shop, buyer, world, provider
):
    checkout = await buyer.open(
        items=[{"price_id": fixtures.MONTHLY_PRICE_ID, "quantity": 2}],
        customer={"id": simulated_shop.customer_id},
        address=NEW_YORK,
    )
    path = f"/api/v1/paddle/transactions/{checkout['transaction_id']}"
    assert (await simulated_shop.admin.browser.get(path)).json()["status"] == "ready"
    stranger = await world.person("Admin")
    await stranger.browser.post("/api/v1/organization", json={"name": "Acme"})
    await stranger.browser.get(CONFIG)
    assert (await stranger.browser.get(path)).status_code == 404


async def test_the_same_address_finds_the_same_customer(simulated_shop, db, provider):
    """The id was lost between the provider and our database."""
    await db.connection.execute(
        "update organizations set provider_customer_id = null where provider_customer_id = $1",
        simulated_shop.customer_id,
    )
    found = await simulated_shop.admin.browser.get(CONFIG)
    assert found.json()["customerId"] == simulated_shop.customer_id
