"""Calls that the portal makes seldom or never, through the provider's official SDK: trials that are ended,
what is paid once, what is given back, tokens of browsers. With test_sdk.py, test_subscriptions.py and
test_webhooks.py these are all that a vendor's server needs (reference part A6)."""

from datetime import timedelta

import httpx
import pytest
from paddle_billing.Entities.Shared import Action  # type: ignore[import-untyped]
from paddle_billing.Entities.Subscriptions import (  # type: ignore[import-untyped]
    SubscriptionEffectiveFrom,
    SubscriptionProrationBillingMode,
)
from paddle_billing.Exceptions.ApiError import ApiError  # type: ignore[import-untyped]
from paddle_billing.Resources.Addresses.Operations import (  # type: ignore[import-untyped]
    UpdateAddress,
)
from paddle_billing.Resources.Adjustments.Operations import (  # type: ignore[import-untyped]
    CreateAdjustment,
    ListAdjustments,
)
from paddle_billing.Resources.ClientTokens.Operations import (  # type: ignore[import-untyped]
    CreateClientToken,
)
from paddle_billing.Resources.NotificationSettings.Operations import (  # type: ignore[import-untyped]
    UpdateNotificationSetting,
)
from paddle_billing.Resources.Subscriptions.Operations import (  # type: ignore[import-untyped]
    CreateOneTimeCharge,
    ListSubscriptions,
    PreviewOneTimeCharge,
    UpdateSubscription,
)
from paddle_billing.Resources.Subscriptions.Operations.Charge import (  # type: ignore[import-untyped]
    SubscriptionChargeItem,
)
from paddle_billing.Resources.Subscriptions.Operations.Update import (  # type: ignore[import-untyped]
    SubscriptionUpdateItem,
)

from gatehouse.kit import clock
from gatehouse_simulators.checkout import fixtures
from tests.pdf import read_pages
from tests.simulators.conftest import Body, Buyer

NOW, LATER = SubscriptionEffectiveFrom.Immediately, SubscriptionEffectiveFrom.NextBillingPeriod
NEW_YORK = {"country_code": "US", "postal_code": "10021"}


@pytest.fixture
def subscription_of(paddle):
    async def find(paid):
        customers = [paid["customer"]["id"]]
        [found] = await paddle(
            lambda client: list(
                client.subscriptions.list(ListSubscriptions(customer_ids=customers))
            )
        )
        return found

    return find


async def on_trial(buyer: Buyer) -> Body:
    items = [{"price_id": fixtures.TRIAL_PRICE_ID, "quantity": 3}]
    return await buyer.buy(items=items, customer={"email": buyer.email}, address=NEW_YORK)


async def test_a_trial_costs_nothing_until_it_is_ended(
    paddle, buyer, subscription_of, receiver, run_jobs
):
    paid = await on_trial(buyer)
    assert paid["totals"]["total"] == 0
    trial = await subscription_of(paid)
    assert (trial.status, trial.first_billed_at) == ("trialing", None)
    assert trial.next_billed_at - clock.now() > timedelta(days=13)
    assert trial.items[0].trial_dates.ends_at == trial.next_billed_at
    with pytest.raises(ApiError) as refused:
        await paddle(
            lambda client: client.subscriptions.update(
                trial.id,
                UpdateSubscription(
                    items=[SubscriptionUpdateItem(fixtures.TRIAL_PRICE_ID, 5)],
                    proration_billing_mode=SubscriptionProrationBillingMode.ProratedImmediately,
                ),
            )
        )
    assert refused.value.error_code == "subscription_trialing_items_update_invalid_options"
    active = await paddle(lambda client: client.subscriptions.activate(trial.id))
    assert active.status == "active"
    assert active.first_billed_at
    with pytest.raises(ApiError):
        await paddle(lambda client: client.subscriptions.activate(trial.id))
    await run_jobs()
    told = receiver.types(trial.customer_id)
    assert told.index("subscription.trialing") < told.index("subscription.activated")
    bill = [
        one
        for one in receiver.about(trial.customer_id)
        if one["event_type"] == "transaction.completed"
    ]
    assert [one["data"]["details"]["totals"]["total"] for one in bill] == ["0", "13065"]


async def test_a_trial_ends_by_itself(paddle, buyer, subscription_of, control):
    trial = await subscription_of(await on_trial(buyer))
    clock.advance_clock(timedelta(days=14, minutes=1))
    await control(action="run_due")
    active = await paddle(lambda client: client.subscriptions.get(trial.id))
    assert (active.status, active.current_billing_period.starts_at) == (
        "active", trial.next_billed_at
    )  # fmt: skip


async def test_something_is_paid_once(paddle, buyer, subscription_of, control, receiver, run_jobs):
    subscription = await subscription_of(await buyer.buy())
    items = [SubscriptionChargeItem(fixtures.ONE_OFF_PRICE_ID, 1)]
    preview = await paddle(
        lambda client: client.subscriptions.preview_one_time_charge(
            subscription.id, PreviewOneTimeCharge(NOW, items)
        )
    )
    assert preview.immediate_transaction.details.totals.grand_total == "54438"
    await paddle(
        lambda client: client.subscriptions.create_one_time_charge(
            subscription.id, CreateOneTimeCharge(NOW, items)
        )
    )
    later = CreateOneTimeCharge(LATER, items)
    await paddle(lambda client: client.subscriptions.create_one_time_charge(subscription.id, later))
    clock.advance_clock(subscription.next_billed_at - clock.now() + timedelta(minutes=1))
    await control(action="run_due")
    await run_jobs()
    paid = [
        (one["data"]["origin"], one["data"]["details"]["totals"]["grand_total"])
        for one in receiver.about(subscription.customer_id)
        if one["event_type"] == "transaction.completed"
    ]
    assert paid == [
        ("web", "43550"), ("subscription_charge", "54438"), ("subscription_recurring", "97988"),
    ]  # fmt: skip
    seats = [SubscriptionChargeItem(fixtures.MONTHLY_PRICE_ID, 1)]
    with pytest.raises(ApiError):
        await paddle(
            lambda client: client.subscriptions.create_one_time_charge(
                subscription.id, CreateOneTimeCharge(NOW, seats)
            )
        )


async def test_a_refund_is_approved_and_meanwhile_nothing_changes(
    paddle, buyer, subscription_of, control, receiver, run_jobs, client: httpx.AsyncClient
):
    paid = await buyer.buy()
    subscription = await subscription_of(paid)
    refund = CreateAdjustment.full(Action.Refund, "Not needed", paid["transaction_id"])
    waiting = await paddle(lambda sdk: sdk.adjustments.create(refund))
    assert (waiting.status, waiting.totals.total, waiting.totals.tax) == (
        "pending_approval", "43550", "3550"
    )  # fmt: skip
    more = UpdateSubscription(
        items=[SubscriptionUpdateItem(fixtures.MONTHLY_PRICE_ID, 20)],
        proration_billing_mode=SubscriptionProrationBillingMode.ProratedImmediately,
    )
    with pytest.raises(ApiError) as refused:
        await paddle(lambda sdk: sdk.subscriptions.update(subscription.id, more))
    assert refused.value.error_code == "subscription_outstanding_pending_refund"
    with pytest.raises(ApiError):
        await paddle(lambda sdk: sdk.adjustments.get_credit_note(waiting.id))
    clock.advance_clock(timedelta(minutes=11))
    await control(action="run_due")
    mine = ListAdjustments(transaction_ids=[paid["transaction_id"]])
    [approved] = await paddle(lambda sdk: list(sdk.adjustments.list(mine)))
    assert (approved.id, approved.status) == (waiting.id, "approved")
    note = await paddle(lambda sdk: sdk.adjustments.get_credit_note(waiting.id))
    [page] = read_pages((await client.get(note.url)).content)
    assert "435.50" in "\n".join(page)
    with pytest.raises(ApiError) as twice:
        await paddle(lambda sdk: sdk.adjustments.create(refund))
    assert twice.value.error_code == "bad_request"
    changed = await paddle(lambda sdk: sdk.subscriptions.update(subscription.id, more))
    assert changed.items[0].quantity == 20
    await run_jobs()
    told = receiver.types(subscription.customer_id)
    assert [one for one in told if one.startswith("adjustment")] == [
        "adjustment.created", "adjustment.updated"
    ]  # fmt: skip


async def test_a_token_of_a_browser_opens_checkouts_until_it_is_revoked(paddle, client):
    made = await paddle(lambda sdk: sdk.client_tokens.create(CreateClientToken("Shop")))

    async def opens() -> int:
        answer = await client.post(
            "/sim/checkout/client/checkouts",
            json={"items": [{"price_id": fixtures.MONTHLY_PRICE_ID, "quantity": 1}]},
            headers={"authorization": f"Bearer {made.token}"},
        )
        status: int = answer.status_code
        return status

    assert await opens() == 201
    revoked = await paddle(lambda sdk: sdk.client_tokens.revoke(made.id))
    assert (revoked.status, bool(revoked.revoked_at)) == ("revoked", True)
    assert await opens() == 403
    known = await paddle(lambda sdk: [one.id for one in sdk.client_tokens.list()])
    assert {made.id, fixtures.CLIENT_TOKEN_ID} <= set(known)
    assert (await paddle(lambda sdk: sdk.client_tokens.get(made.id))).status == "revoked"


async def test_what_is_known_of_customers_catalog_and_sender_can_be_read_one_by_one(paddle, buyer):
    paid = await buyer.buy()
    customer_id, address_id = paid["customer"]["id"], paid["customer"]["address"]["id"]
    moved = await paddle(
        lambda sdk: sdk.addresses.update(customer_id, address_id, UpdateAddress(city="Albany"))
    )
    assert moved.city == "Albany"
    assert (await paddle(lambda sdk: sdk.addresses.get(customer_id, address_id))).city == "Albany"
    assert (await paddle(lambda sdk: sdk.customers.get(customer_id))).email == buyer.email
    done = await paddle(lambda sdk: sdk.transactions.get(paid["transaction_id"]))
    assert (done.status, done.origin) == ("completed", "web")
    price = await paddle(lambda sdk: sdk.prices.get(fixtures.TRIAL_PRICE_ID))
    assert (price.trial_period.frequency, price.trial_period.interval) == (14, "day")
    assert (await paddle(lambda sdk: sdk.products.get(fixtures.PRODUCT_ID))).name == "Team license"
    [method] = await paddle(lambda sdk: list(sdk.payment_methods.list(customer_id)))
    assert (
        await paddle(lambda sdk: sdk.payment_methods.get(customer_id, method.id))
    ).type == "card"
    addresses = await paddle(lambda sdk: sdk.ip_addresses.get_ip_addresses())
    assert addresses.ipv4_cidrs == ["127.0.0.1/32"]
    named = UpdateNotificationSetting(description="Gatehouse")
    changed = await paddle(
        lambda sdk: sdk.notification_settings.update(fixtures.DESTINATION_ID, named)
    )
    assert changed.description == "Gatehouse"
