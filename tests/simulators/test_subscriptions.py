"""Changes of a subscription within a period, and what refuses them, on a clock that the test moves."""

from datetime import timedelta

import pytest
from paddle_billing.Entities.Subscriptions import (  # type: ignore[import-untyped]
    SubscriptionOnPaymentFailure,
)
from paddle_billing.Exceptions.ApiError import ApiError  # type: ignore[import-untyped]
from paddle_billing.Resources.Subscriptions.Operations import (  # type: ignore[import-untyped]
    CancelSubscription,
    PreviewUpdateSubscription,
    ResumeSubscription,
    UpdateSubscription,
)

from gatehouse.kit import clock
from tests.simulators.subscriptions import FREE, INCLUDES, LATER, NOW, YEARLY, seats


async def test_more_seats_in_the_middle_of_a_period_cost_what_the_preview_says(
    paddle, subscribe, receiver, run_jobs
):
    subscription = await subscribe()
    period = subscription.current_billing_period
    clock.advance_clock((period.ends_at - period.starts_at) / 2)
    wanted = {"items": seats(20), "proration_billing_mode": NOW}
    preview = await paddle(
        lambda client: client.subscriptions.preview_update(
            subscription.id, PreviewUpdateSubscription(**wanted)
        )
    )
    rate = preview.immediate_transaction.details.line_items[0].proration.rate
    assert rate in ("0.5", "0.49999", "0.49998")
    charge = round(80000 * float(rate))
    assert preview.immediate_transaction.details.totals.subtotal == str(charge)
    summary = preview.update_summary
    difference = int(summary.charge.amount) - int(summary.credit.amount)
    assert (summary.result.action, summary.result.amount) == ("charge", str(difference))
    assert preview.immediate_transaction.details.totals.grand_total == str(difference)
    assert preview.immediate_transaction.adjustments[0].items[0].type == "proration"
    assert preview.next_transaction.details.totals.total == "87100"
    assert preview.recurring_transaction_details.totals.total == "87100"
    await run_jobs()
    receiver.requests.clear()
    changed = await paddle(
        lambda client: client.subscriptions.update(subscription.id, UpdateSubscription(**wanted))
    )
    assert changed.items[0].quantity == 20
    assert changed.next_billed_at == subscription.next_billed_at
    await run_jobs()
    assert receiver.types(subscription.customer_id) == [
        "transaction.created",
        "transaction.billed",
        "transaction.updated",
        "transaction.paid",
        "transaction.updated",
        "transaction.completed",
        "subscription.updated",
    ]
    bill = receiver.about(subscription.customer_id)[-2]["data"]
    assert bill["origin"] == "subscription_update"
    assert abs(int(bill["details"]["totals"]["grand_total"]) - difference) <= 2


async def test_fewer_seats_become_credit_that_the_next_bill_uses(paddle, subscribe, control, bills):
    subscription = await subscribe()
    await paddle(
        lambda client: client.subscriptions.update(
            subscription.id, UpdateSubscription(items=seats(4), proration_billing_mode=NOW)
        )
    )
    balances = await paddle(
        lambda client: list(client.customers.credit_balances(subscription.customer_id))
    )
    left = int(balances[0].balance.available)
    assert 26000 <= left <= 26130  # six seats with tax, for all but a moment of the month
    clock.advance_clock(timedelta(days=32))
    await control(action="run_due")
    renewal = (await bills(subscription.id))[-1]
    assert renewal.origin == "subscription_recurring"
    assert (renewal.details.totals.total, renewal.details.totals.credit) == ("17420", "17420")
    assert renewal.details.totals.grand_total == "0"


async def test_credit_pays_the_next_change_before_the_card_does(paddle, subscribe, bills):
    """Ten seats, four, ten again, twenty: no days are paid twice (case 40)."""
    subscription = await subscribe()

    async def credit() -> int:
        balances = await paddle(
            lambda client: list(client.customers.credit_balances(subscription.customer_id))
        )
        return int(balances[0].balance.available)

    async def change(quantity: int) -> tuple[int, int]:
        """What the preview says and what was charged."""
        wanted = {"items": seats(quantity), "proration_billing_mode": NOW}
        preview = await paddle(
            lambda client: client.subscriptions.preview_update(
                subscription.id, PreviewUpdateSubscription(**wanted)
            )
        )
        await paddle(
            lambda client: client.subscriptions.update(
                subscription.id, UpdateSubscription(**wanted)
            )
        )
        shown = preview.immediate_transaction.details.totals.grand_total
        paid = (await bills(subscription.id))[-1].details.totals.grand_total
        return int(shown), int(paid)

    assert await change(4) == (0, 0)
    given = await credit()
    shown = await paddle(lambda client: client.subscriptions.get(subscription.id, INCLUDES))
    assert (shown.next_transaction.details.totals.credit, given > 17420) == ("17420", True)
    assert await change(10) == (0, 0)
    assert await credit() < 100
    shown, paid = await change(20)
    assert 43_000 < paid <= 43_550
    assert abs(shown - paid) < 100


async def test_a_change_for_the_next_period_is_on_its_bill(paddle, subscribe, control, bills):
    subscription = await subscribe()
    await paddle(
        lambda client: client.subscriptions.update(
            subscription.id, UpdateSubscription(items=seats(11), proration_billing_mode=LATER)
        )
    )
    shown = await paddle(lambda client: client.subscriptions.get(subscription.id, INCLUDES))
    announced = shown.next_transaction.details.totals
    assert 51000 < int(announced.grand_total) <= 52261  # eleven seats, and one for the month before
    assert shown.recurring_transaction_details.totals.total == "47905"
    clock.advance_clock(timedelta(days=32))
    await control(action="run_due")
    renewal = (await bills(subscription.id))[-1]
    assert renewal.details.totals.grand_total == announced.grand_total


async def test_another_interval_starts_a_new_period_now(paddle, subscribe):
    subscription = await subscribe()
    changed = await paddle(
        lambda client: client.subscriptions.update(
            subscription.id,
            UpdateSubscription(items=seats(10, YEARLY), proration_billing_mode=NOW),
        )
    )
    assert changed.billing_cycle.interval == "year"
    assert (changed.next_billed_at - clock.now()).days in (364, 365)


async def test_a_failed_charge_prevents_the_change_unless_told_otherwise(
    paddle, subscribe, control
):
    subscription = await subscribe()
    change = {"items": seats(20), "proration_billing_mode": NOW}
    await control(switch="payment.error", times=2, value="declined")
    with pytest.raises(ApiError) as declined:
        await paddle(
            lambda client: client.subscriptions.update(
                subscription.id, UpdateSubscription(**change)
            )
        )
    assert declined.value.error_code == "subscription_payment_declined"
    kept = await paddle(lambda client: client.subscriptions.get(subscription.id))
    assert (kept.items[0].quantity, kept.status) == (10, "active")
    await control(switch="payment.error", value="declined")
    apply = SubscriptionOnPaymentFailure.ApplyChange
    changed = await paddle(
        lambda client: client.subscriptions.update(
            subscription.id, UpdateSubscription(**change, on_payment_failure=apply)
        )
    )
    assert (changed.items[0].quantity, changed.status) == (20, "past_due")


async def test_a_card_that_was_deleted_stops_its_own_subscription_only(
    paddle, subscribe, control, buyer
):
    subscription = await subscribe()
    [method] = await paddle(
        lambda client: list(client.payment_methods.list(subscription.customer_id))
    )
    await paddle(lambda client: client.payment_methods.delete(subscription.customer_id, method.id))
    assert await refusal(paddle, subscription.id, items=seats(20), proration_billing_mode=NOW) == (
        400,
        "subscription_missing_payment_method_cannot_update",
    )
    buyer.email = f"other-{buyer.email}"
    other = await subscribe()
    clock.advance_clock(timedelta(days=32))
    await control(action="run_due")
    unpaid = await paddle(lambda client: client.subscriptions.get(subscription.id))
    renewed = await paddle(lambda client: client.subscriptions.get(other.id))
    assert (unpaid.status, renewed.status) == ("past_due", "active")
    assert renewed.next_billed_at > clock.now()


async def refusal(paddle, subscription_id: str, **change) -> tuple[int, str]:
    with pytest.raises(ApiError) as refused:
        await paddle(
            lambda client: client.subscriptions.update(
                subscription_id, UpdateSubscription(**change)
            )
        )
    return refused.value.response.status_code, refused.value.error_code


async def test_refusals_have_the_provider_s_codes(paddle, subscribe):
    subscription = await subscribe()
    assert await refusal(paddle, subscription.id, items=seats(5)) == (
        400, "subscription_items_update_missing_proration_billing_mode",
    )  # fmt: skip
    with pytest.raises(ApiError) as not_paused:
        await paddle(
            lambda client: client.subscriptions.resume(subscription.id, ResumeSubscription())
        )
    assert not_paused.value.error_code == "subscription_must_be_paused"
    await paddle(lambda client: client.subscriptions.cancel(subscription.id, CancelSubscription()))
    assert await refusal(paddle, subscription.id, items=seats(5), proration_billing_mode=LATER) == (
        400,
        "subscription_invalid_billing_mode_for_scheduled_change",
    )


async def test_nothing_changes_within_half_an_hour_before_a_renewal(paddle, subscribe):
    subscription = await subscribe()
    clock.advance_clock(subscription.next_billed_at - clock.now() - timedelta(minutes=29))
    assert await refusal(paddle, subscription.id, items=seats(5), proration_billing_mode=FREE) == (
        409,
        "subscription_locked_renewal",
    )


async def test_a_charge_below_the_minimum_is_refused(paddle, subscribe):
    subscription = await subscribe()
    clock.advance_clock(subscription.next_billed_at - clock.now() - timedelta(minutes=600))
    code = "subscription_update_transaction_balance_less_than_charge_limit"
    assert await refusal(paddle, subscription.id, items=seats(11), proration_billing_mode=NOW) == (
        400,
        code,
    )


async def test_another_customer_and_another_billing_date(subscribe, paddle):
    """The former customer's card is not charged for the new one."""
    subscription, other = await subscribe(), await subscribe()
    at = clock.now() + timedelta(days=10)
    moved = await paddle(
        lambda client: client.subscriptions.update(
            subscription.id,
            UpdateSubscription(
                customer_id=other.customer_id,
                next_billed_at=at,
                proration_billing_mode=FREE,
            ),
        )
    )
    assert (moved.customer_id, moved.address_id) == (other.customer_id, other.address_id)
    assert moved.next_billed_at == moved.current_billing_period.ends_at
    assert abs(moved.next_billed_at - at) < timedelta(seconds=1)
    with pytest.raises(ApiError):
        await paddle(
            lambda client: client.subscriptions.update(
                subscription.id, UpdateSubscription(customer_id="ctm_" + "0" * 26)
            )
        )
    with pytest.raises(ApiError):
        await paddle(
            lambda client: client.subscriptions.update(
                subscription.id,
                UpdateSubscription(next_billed_at=at, proration_billing_mode=NOW),
            )
        )
