"""What is credited when paid time is taken back."""

from datetime import timedelta

import pytest
from paddle_billing.Entities.Shared import (  # type: ignore[import-untyped]
    Action,
    CountryCode,
)
from paddle_billing.Entities.Subscriptions import (  # type: ignore[import-untyped]
    SubscriptionEffectiveFrom,
)
from paddle_billing.Resources.Addresses.Operations import (  # type: ignore[import-untyped]
    CreateAddress,
)
from paddle_billing.Resources.Adjustments.Operations import (  # type: ignore[import-untyped]
    CreateAdjustment,
)
from paddle_billing.Resources.Subscriptions.Operations import (  # type: ignore[import-untyped]
    CreateOneTimeCharge,
    ListSubscriptions,
    PreviewUpdateSubscription,
    UpdateSubscription,
)
from paddle_billing.Resources.Subscriptions.Operations.Charge import (  # type: ignore[import-untyped]
    SubscriptionChargeItem,
)

from gatehouse.kit import clock
from gatehouse_simulators.checkout import fixtures
from tests.simulators.subscriptions import FREE, LATER, MONTHLY, NOW, YEARLY, seats


@pytest.fixture
def preview_and_change(paddle, bills):
    """The credit of a change to this many seats, by the preview, its adjustments and the bill."""

    async def change(subscription_id: str, quantity: int) -> tuple[int, int, int]:
        wanted = {"items": seats(quantity), "proration_billing_mode": NOW}
        preview = await paddle(
            lambda client: client.subscriptions.preview_update(
                subscription_id, PreviewUpdateSubscription(**wanted)
            )
        )
        await paddle(
            lambda client: client.subscriptions.update(
                subscription_id, UpdateSubscription(**wanted)
            )
        )
        adjustments = preview.immediate_transaction.adjustments
        adjusted = sum(int(one.totals.total) for one in adjustments)
        totals = (await bills(subscription_id))[-1].details.totals
        return (
            int(preview.update_summary.credit.amount),
            adjusted,
            int(totals.credit) + int(totals.credit_to_balance),
        )

    return change


async def buy_seats(paddle, buyer, quantity: int, discount_id: str | None = None):
    """The subscription of a purchase in New York, and what was paid for it."""
    bought = await buyer.buy(
        items=[{"price_id": MONTHLY, "quantity": quantity}],
        customer={"email": buyer.email},
        address={"country_code": "US", "postal_code": "10021"},
        **({"discount_id": discount_id} if discount_id else {}),
    )
    [subscription] = await paddle(
        lambda client: list(
            client.subscriptions.list(ListSubscriptions(customer_ids=[bought["customer"]["id"]]))
        )
    )
    return subscription, round(bought["totals"]["total"] * 100)


@pytest.mark.parametrize(
    ("quantity", "discount"),
    [
        (10, {"amount": "100"}),
        (10, {"amount": "10"}),
        (3, {"type": "flat", "amount": "1000", "currency_code": "USD"}),
    ],
)
async def test_a_change_credits_no_more_than_the_discounted_first_bill(
    paddle, buyer, new_discount, preview_and_change, quantity, discount
):
    discount = await new_discount(recur=False, maximum_recurring_intervals=None, **discount)
    subscription, paid = await buy_seats(paddle, buyer, quantity, discount["id"])
    shown, adjusted, credited = await preview_and_change(subscription.id, 1)
    assert 0.99 * paid <= shown <= paid
    assert 0.99 * paid <= credited <= paid
    assert adjusted == shown


async def test_another_interval_credits_no_more_than_the_discounted_first_bill(
    paddle, buyer, new_discount
):
    discount = await new_discount(amount="50", recur=False, maximum_recurring_intervals=None)
    subscription, paid = await buy_seats(paddle, buyer, 10, discount["id"])
    preview = await paddle(
        lambda client: client.subscriptions.preview_update(
            subscription.id,
            PreviewUpdateSubscription(items=seats(10, YEARLY), proration_billing_mode=NOW),
        )
    )
    assert 0.99 * paid <= int(preview.update_summary.credit.amount) <= paid


async def test_a_credit_has_the_tax_of_the_bill(paddle, subscribe, preview_and_change):
    """Bought in New York, then billed in Germany, where the tax is higher."""
    subscription = await subscribe()
    address = await paddle(
        lambda client: client.addresses.create(
            subscription.customer_id, CreateAddress(CountryCode("DE"), postal_code="10115")
        )
    )
    await paddle(
        lambda client: client.subscriptions.update(
            subscription.id, UpdateSubscription(address_id=address.id)
        )
    )
    shown, adjusted, credited = await preview_and_change(subscription.id, 1)
    assert 43_000 < credited <= shown == adjusted <= 43_550


async def test_seats_that_were_added_free_of_charge_are_not_credited(
    paddle, subscribe, preview_and_change
):
    subscription = await subscribe()
    await paddle(
        lambda client: client.subscriptions.update(
            subscription.id, UpdateSubscription(items=seats(50), proration_billing_mode=FREE)
        )
    )
    shown, adjusted, credited = await preview_and_change(subscription.id, 1)
    assert 43_000 < credited <= shown == adjusted <= 43_550


async def test_seats_that_the_next_bill_charges_are_credited(paddle, subscribe, preview_and_change):
    """A change for the next period is what was last charged, although no bill names it yet."""
    subscription = await subscribe()
    await paddle(
        lambda client: client.subscriptions.update(
            subscription.id, UpdateSubscription(items=seats(20), proration_billing_mode=LATER)
        )
    )
    _, _, credited = await preview_and_change(subscription.id, 10)
    assert 87_000 < credited <= 87_100


async def test_a_refunded_bill_and_a_single_charge_are_not_credited(
    paddle, subscribe, bills, control, preview_and_change
):
    subscription = await subscribe()
    [first] = await bills(subscription.id)
    await paddle(
        lambda client: client.adjustments.create(
            CreateAdjustment.full(Action.Refund, "Changed their mind", first.id)
        )
    )
    clock.advance_clock(timedelta(minutes=11))
    await control(action="run_due")
    await paddle(
        lambda client: client.subscriptions.create_one_time_charge(
            subscription.id,
            CreateOneTimeCharge(
                SubscriptionEffectiveFrom.Immediately,
                [SubscriptionChargeItem(fixtures.ONE_OFF_PRICE_ID, 1)],
            ),
        )
    )
    assert await preview_and_change(subscription.id, 1) == (0, 0, 0)
