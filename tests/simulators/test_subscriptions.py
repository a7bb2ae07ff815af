"""Changes, cancellations and renewals, on a clock that the test moves."""

from datetime import timedelta, timezone

import pytest
from paddle_billing.Entities.Shared import (  # type: ignore[import-untyped]
    Action,
    CountryCode,
)
from paddle_billing.Entities.Subscriptions import (  # type: ignore[import-untyped]
    SubscriptionEffectiveFrom,
    SubscriptionOnPaymentFailure,
    SubscriptionProrationBillingMode,
)
from paddle_billing.Exceptions.ApiError import ApiError  # type: ignore[import-untyped]
from paddle_billing.Resources.Addresses.Operations import (  # type: ignore[import-untyped]
    CreateAddress,
)
from paddle_billing.Resources.Adjustments.Operations import (  # type: ignore[import-untyped]
    CreateAdjustment,
)
from paddle_billing.Resources.Shared.Operations import Pager  # type: ignore[import-untyped]
from paddle_billing.Resources.Subscriptions.Operations import (  # type: ignore[import-untyped]
    CancelSubscription,
    CreateOneTimeCharge,
    ListSubscriptions,
    PauseSubscription,
    PreviewUpdateSubscription,
    ResumeSubscription,
    SubscriptionIncludes,
    UpdateSubscription,
)
from paddle_billing.Resources.Subscriptions.Operations.Charge import (  # type: ignore[import-untyped]
    SubscriptionChargeItem,
)
from paddle_billing.Resources.Subscriptions.Operations.Update import (  # type: ignore[import-untyped]
    SubscriptionUpdateItem,
)
from paddle_billing.Resources.Transactions.Operations import (  # type: ignore[import-untyped]
    ListTransactions,
)

from gatehouse.kit import clock
from gatehouse_simulators.checkout import fixtures
from tests.simulators.conftest import DECLINES_LATER

NOW = SubscriptionProrationBillingMode.ProratedImmediately
LATER = SubscriptionProrationBillingMode.ProratedNextBillingPeriod
FREE = SubscriptionProrationBillingMode.DoNotBill
INCLUDES = [
    SubscriptionIncludes.NextTransaction,
    SubscriptionIncludes.RecurringTransactionDetails,
]
MONTHLY, YEARLY = fixtures.MONTHLY_PRICE_ID, fixtures.YEARLY_PRICE_ID


@pytest.fixture
def subscribe(buyer, paddle):
    """A new subscription of ten seats a month in New York, as the SDK reads it."""

    async def make(number: str = "4242 4242 4242 4242"):
        paid = await buyer.buy(number)
        customer_id = paid["customer"]["id"]
        found = await paddle(
            lambda client: list(
                client.subscriptions.list(ListSubscriptions(customer_ids=[customer_id]))
            )
        )
        return found[0]

    return make


@pytest.fixture
def bills(paddle):
    """The transactions of a subscription, oldest first."""

    async def read(subscription_id: str):
        return await paddle(
            lambda client: list(
                client.transactions.list(
                    ListTransactions(Pager(), subscription_ids=[subscription_id])
                )
            )
        )

    return read


def seats(quantity: int, price_id: str = MONTHLY) -> list[SubscriptionUpdateItem]:
    return [SubscriptionUpdateItem(price_id, quantity)]


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
