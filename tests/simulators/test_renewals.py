"""Renewals, failed payments, cancellations and pauses, on a clock that the test moves."""

from datetime import timedelta, timezone

import pytest
from paddle_billing.Entities.Subscriptions import (  # type: ignore[import-untyped]
    SubscriptionEffectiveFrom,
)
from paddle_billing.Exceptions.ApiError import ApiError  # type: ignore[import-untyped]
from paddle_billing.Resources.Subscriptions.Operations import (  # type: ignore[import-untyped]
    CancelSubscription,
    PauseSubscription,
    ResumeSubscription,
    UpdateSubscription,
)

from gatehouse.kit import clock
from tests.simulators.conftest import DECLINES_LATER
from tests.simulators.subscriptions import FREE, NOW, seats


async def test_canceling_at_the_period_end_can_be_undone_until_then(
    paddle, subscribe, receiver, run_jobs, control
):
    subscription = await subscribe()
    canceled = await paddle(
        lambda client: client.subscriptions.cancel(subscription.id, CancelSubscription())
    )
    assert (canceled.status, canceled.scheduled_change.action) == ("active", "cancel")
    assert canceled.scheduled_change.effective_at == subscription.current_billing_period.ends_at
    undone = await paddle(
        lambda client: client.subscriptions.update(
            subscription.id, UpdateSubscription(scheduled_change=None)
        )
    )
    assert undone.scheduled_change is None
    assert undone.next_billed_at == subscription.next_billed_at
    await paddle(lambda client: client.subscriptions.cancel(subscription.id, CancelSubscription()))
    await run_jobs()
    receiver.requests.clear()
    clock.advance_clock(timedelta(days=32))
    await control(action="run_due")
    await run_jobs()
    assert receiver.types(subscription.customer_id) == [
        "subscription.updated",
        "subscription.canceled",
    ]
    ended = await paddle(lambda client: client.subscriptions.get(subscription.id))
    assert (ended.status, ended.next_billed_at, ended.scheduled_change) == ("canceled", None, None)
    with pytest.raises(ApiError) as refused:
        await paddle(
            lambda client: client.subscriptions.update(
                subscription.id, UpdateSubscription(scheduled_change=None)
            )
        )
    assert refused.value.error_code == "subscription_update_when_canceled"
    with pytest.raises(ApiError) as again:
        await paddle(
            lambda client: client.subscriptions.cancel(subscription.id, CancelSubscription())
        )
    assert again.value.error_code == "subscription_is_canceled_action_invalid"


async def test_renewals_follow_each_other(paddle, subscribe, control, bills):
    subscription = await subscribe()
    clock.advance_clock(timedelta(days=63))
    await control(action="run_due")
    renewed = await paddle(lambda client: client.subscriptions.get(subscription.id))
    assert renewed.next_billed_at > clock.now()
    mine = await bills(subscription.id)
    assert [(bill.origin, bill.status) for bill in mine] == [
        ("web", "completed"),
        ("subscription_recurring", "completed"),
        ("subscription_recurring", "completed"),
    ]
    assert len({bill.invoice_number for bill in mine}) == 3


async def test_a_card_that_fails_at_renewal_is_past_due_until_another_one_pays(
    paddle, subscribe, buyer, receiver, run_jobs, control
):
    subscription = await subscribe(DECLINES_LATER)
    await run_jobs()
    receiver.requests.clear()
    clock.advance_clock(timedelta(days=32))
    await control(action="run_due")
    await run_jobs()
    assert receiver.types(subscription.customer_id) == [
        "subscription.updated",
        "transaction.created",
        "transaction.billed",
        "transaction.payment_failed",
        "transaction.updated",
        "transaction.past_due",
        "subscription.updated",
        "subscription.past_due",
    ]
    assert receiver.about(subscription.customer_id)[0]["data"]["status"] == "active"
    unpaid = await paddle(
        lambda client: client.subscriptions.get_payment_method_change_transaction(subscription.id)
    )
    assert (unpaid.status, unpaid.origin) == ("past_due", "subscription_recurring")
    await buyer.buy(transaction_id=unpaid.id)
    recovered = await paddle(lambda client: client.subscriptions.get(subscription.id))
    assert recovered.status == "active"


async def test_an_unpaid_subscription_ends_after_the_last_attempt(paddle, subscribe, control):
    subscription = await subscribe(DECLINES_LATER)
    for days in (32, 1, 3, 7):
        clock.advance_clock(timedelta(days=days, minutes=1))
        await control(action="run_due")
    ended = await paddle(lambda client: client.subscriptions.get(subscription.id))
    assert ended.status == "canceled"


async def test_another_card_is_stored_by_a_transaction_of_no_value(
    paddle, subscribe, buyer, receiver, run_jobs
):
    subscription = await subscribe()
    change = await paddle(
        lambda client: client.subscriptions.get_payment_method_change_transaction(subscription.id)
    )
    assert (change.status, change.origin) == ("ready", "subscription_payment_method_change")
    assert change.details.totals.grand_total == "0"
    await run_jobs()
    receiver.requests.clear()
    await buyer.buy("4000 0566 5566 5556", transaction_id=change.id)
    await run_jobs()
    assert receiver.types(subscription.customer_id)[-1] == "subscription.updated"
    methods = await paddle(
        lambda client: list(client.payment_methods.list(subscription.customer_id))
    )
    assert {method.card.last4 for method in methods} == {"4242", "5556"}


async def test_a_pause_is_kept_in_utc_and_ends_by_itself(paddle, subscribe, control):
    subscription = await subscribe()
    resume_at = clock.now().astimezone(timezone(timedelta(hours=9))) + timedelta(days=3)
    wanted = {"effective_from": "immediately", "resume_at": resume_at.isoformat()}
    path = f"/subscriptions/{subscription.id}/pause"
    await paddle(lambda client: client.post_raw(path, wanted))
    paused = await paddle(lambda client: client.subscriptions.get(subscription.id))
    assert paused.scheduled_change.effective_at == resume_at
    clock.advance_clock(timedelta(days=3, minutes=1))
    await control(action="run_due")
    resumed = await paddle(lambda client: client.subscriptions.get(subscription.id))
    assert (resumed.status, resumed.scheduled_change) == ("active", None)


async def test_a_pause_ends_and_is_billed_anew(paddle, subscribe):
    subscription = await subscribe()
    paused = await paddle(
        lambda client: client.subscriptions.pause(
            subscription.id, PauseSubscription(SubscriptionEffectiveFrom.Immediately)
        )
    )
    assert (paused.status, paused.next_billed_at) == ("paused", None)
    with pytest.raises(ApiError) as billed:
        await paddle(
            lambda client: client.subscriptions.update(
                subscription.id, UpdateSubscription(items=seats(5), proration_billing_mode=NOW)
            )
        )
    assert billed.value.error_code == "subscription_incorrect_proration_on_paused_subscription"
    await paddle(
        lambda client: client.subscriptions.update(
            subscription.id, UpdateSubscription(items=seats(5), proration_billing_mode=FREE)
        )
    )
    resumed = await paddle(
        lambda client: client.subscriptions.resume(subscription.id, ResumeSubscription())
    )
    assert (resumed.status, resumed.items[0].quantity) == ("active", 5)
    assert resumed.next_billed_at > clock.now()
