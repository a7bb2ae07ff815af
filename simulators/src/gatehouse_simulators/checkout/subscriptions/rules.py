"""Rules for changing a subscription, with the provider's error codes."""

from gatehouse.kit import clock
from gatehouse_simulators.checkout.errors import CheckoutRefusal
from gatehouse_simulators.checkout.ids import parse_timestamp
from gatehouse_simulators.checkout.store.models import Body
from gatehouse_simulators.checkout.subscriptions.periods import LOCK_BEFORE_RENEWAL

NEXT_PERIOD = ("prorated_next_billing_period", "full_next_billing_period")


def refuse_canceled(subscription: Body, *, action: bool = False) -> None:
    """Refuse to change a canceled subscription, which cannot be reactivated."""
    if subscription["status"] == "canceled":
        code = (
            "subscription_is_canceled_action_invalid"
            if action
            else "subscription_update_when_canceled"
        )
        raise CheckoutRefusal(code, f"Subscription {subscription['id']} is canceled")


def refuse_near_renewal(subscription: Body) -> None:
    due = subscription["next_billed_at"]
    if due and subscription["status"] == "active":
        left = parse_timestamp(due) - clock.now()
        if left <= LOCK_BEFORE_RENEWAL:
            raise CheckoutRefusal(
                "subscription_locked_renewal",
                "The subscription renews within 30 minutes and cannot be changed",
                409,
            )


def refuse_bad_item_change(subscription: Body, sent: set[str], mode: str | None) -> None:
    """Refuse `items` without a proration mode, or with a mode that does not fit the subscription's status."""
    if mode is None:
        raise CheckoutRefusal(
            "subscription_items_update_missing_proration_billing_mode",
            "proration_billing_mode is required when items are updated",
        )
    if subscription["scheduled_change"] and mode in NEXT_PERIOD:
        raise CheckoutRefusal(
            "subscription_invalid_billing_mode_for_scheduled_change",
            "With a scheduled change, use do_not_bill, full_immediately or prorated_immediately",
        )
    if subscription["status"] == "past_due" and mode != "do_not_bill":
        raise CheckoutRefusal(
            "subscription_locked_pending_changes", "The subscription has an unpaid transaction"
        )
    if subscription["status"] == "trialing" and mode != "do_not_bill":
        raise CheckoutRefusal(
            "subscription_trialing_items_update_invalid_options",
            "While trialing, proration_billing_mode must be do_not_bill",
        )
    if subscription["status"] == "paused":
        if sent - {"items", "proration_billing_mode"}:
            raise CheckoutRefusal(
                "subscription_only_update_items_on_paused_subscription",
                "Only items can be updated while the subscription is paused",
            )
        if mode != "do_not_bill":
            raise CheckoutRefusal(
                "subscription_incorrect_proration_on_paused_subscription",
                "While paused, proration_billing_mode must be do_not_bill",
            )
