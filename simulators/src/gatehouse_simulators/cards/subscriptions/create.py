"""Create a subscription: with a trial, for free, or with a first payment."""

from gatehouse_simulators.cards.errors import CardRefusal, CardRejected
from gatehouse_simulators.cards.fields import (
    PaymentBehavior,
)
from gatehouse_simulators.cards.ids import new_entity_id
from gatehouse_simulators.cards.invoices.lines import build_line, trial_line, whole_period_line
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.methods import service as methods
from gatehouse_simulators.cards.setup import service as setup
from gatehouse_simulators.cards.setup.parameters import NewIntent
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Body, Entity
from gatehouse_simulators.cards.subscriptions import collection
from gatehouse_simulators.cards.subscriptions.build import (
    SubscriptionStart,
    build_subscription,
    current_period,
    save_subscription,
)
from gatehouse_simulators.cards.subscriptions.items import Items, build_new_items, total_amount
from gatehouse_simulators.cards.subscriptions.parameters import (
    CommonSubscriptionFields,
    NewSubscription,
    stored_fields,
)
from gatehouse_simulators.cards.subscriptions.periods import period_after
from gatehouse_simulators.cards.webhooks.service import emit_event

REQUIRES_ACTION: Body = {
    "code": "subscription_payment_intent_requires_action",
    "message": "Payment for this subscription requires additional user action before it can be "
    "completed successfully.",
}
LONGEST_TRIAL = 730 * 86_400


async def create_subscription(ledger: Ledger, data: NewSubscription) -> Entity:
    """Create a subscription. If the first payment fails, it is `incomplete`; with `error_if_incomplete`
    raises `CardRejected` (402)."""
    await store.lock_entity(ledger.db, "customer", data.customer, "customer")
    items = await build_new_items(ledger, data.items)
    await _refuse_currency(ledger, data.customer, items)
    if data.default_payment_method:
        param = "default_payment_method"
        await methods.find_owned_method(ledger, data.default_payment_method, data.customer, param)
    trial_end = _find_trial_end(ledger, data, items)
    subscription = await _add_subscription(ledger, data, items, trial_end)
    await emit_event(ledger, "customer.subscription.created", subscription.body)
    await store.save_entity(
        ledger.db,
        await store.lock_entity(ledger.db, "customer", data.customer, "customer"),
        currency=subscription.body["currency"],
    )
    if data.cancel_at_period_end or data.cancel_at:
        subscription = await _set_end(ledger, subscription, data)
    return await _first_bill(ledger, subscription, items, data.payment_behavior)


async def _add_subscription(
    ledger: Ledger, data: NewSubscription, items: Items, trial_end: int | None
) -> Entity:
    now = ledger.now
    period = (now, trial_end) if trial_end else period_after(now, items[0].price["recurring"], now)
    free = trial_end is not None or total_amount(items) == 0
    sends = data.collection_method == "send_invoice"
    status = "trialing" if trial_end else "active" if free or sends else "incomplete"
    start = SubscriptionStart(new_entity_id("sub"), data.customer, items, period, trial_end, status)
    body = build_subscription(start, now, **stored_fields(data))
    subscription = await store.add_entity(ledger.db, body)
    return await save_subscription(ledger, subscription)  # notes what is due


async def _first_bill(
    ledger: Ledger, subscription: Entity, items: Items, behavior: PaymentBehavior
) -> Entity:
    body = subscription.body
    lines = await build_first_lines(ledger, items, body)
    due = subscription.body["status"] == "incomplete"
    if due and behavior != "default_incomplete" and body["collection_method"] != "send_invoice":
        await _refuse_without_card(ledger, body)
    subscription, invoice, result = await collection.bill_subscription(
        ledger,
        subscription,
        lines,
        "subscription_create",
        attempt=behavior != "default_incomplete",
    )
    if result.error and behavior == "error_if_incomplete":
        raise CardRejected(REQUIRES_ACTION if result.needs_owner else result.error)
    if invoice.body["status"] == "paid" and due:
        return await save_subscription(ledger, subscription, status="active")
    return subscription if due else await _ask_for_card(ledger, subscription)


async def _ask_for_card(ledger: Ledger, subscription: Entity) -> Entity:
    """Create a setup intent by which the browser may save a card, when nothing is due yet and no card is
    known."""
    body = subscription.body
    by_card = body["collection_method"] == "charge_automatically"
    if not by_card or await collection.find_payment_method(ledger, body):
        return subscription
    intent = await setup.create_setup(ledger, NewIntent(customer=body["customer"]))
    await store.save_private(ledger.db, intent, subscription=subscription.id)
    return await save_subscription(ledger, subscription, pending_setup_intent=intent.id)


async def build_first_lines(ledger: Ledger, items: Items, body: Body) -> list[Body]:
    """The lines of the first invoice: a free trial, or the first period."""
    period = current_period(body)
    make = trial_line if body["trial_end"] else whole_period_line
    names = await load_product_names(ledger, items)
    return [
        build_line(make(item, period, names[item.price["product"]]), body["id"]) for item in items
    ]


async def load_product_names(ledger: Ledger, items: Items) -> dict[str, str]:
    """Product names by id."""
    ids = {item.price["product"] for item in items}
    return {
        product_id: (await store.get_entity(ledger.db, "product", product_id)).body["name"]
        for product_id in ids
    }


def _find_trial_end(ledger: Ledger, data: NewSubscription, items: Items) -> int | None:
    if data.trial_end is not None and data.trial_period_days is not None:
        raise CardRefusal("You can only specify one of trial_end and trial_period_days.")
    if data.trial_end == "now":
        return None
    if isinstance(data.trial_end, int):
        return require_future_trial_end(ledger, data.trial_end)
    days = data.trial_period_days
    if days is None and data.trial_from_plan:
        days = max(item.price["recurring"]["trial_period_days"] or 0 for item in items)
    return ledger.now + days * 86_400 if days else None


def require_future_trial_end(ledger: Ledger, at: int) -> int:
    if not ledger.now < at <= ledger.now + LONGEST_TRIAL:
        raise CardRefusal("Invalid timestamp: must be in the future, and within two years",
                      param="trial_end")  # fmt: skip
    return at


async def _set_end(ledger: Ledger, subscription: Entity, data: CommonSubscriptionFields) -> Entity:
    from_period = data.cancel_at_period_end
    at = current_period(subscription.body)[1] if from_period else data.cancel_at
    if at is not None and at <= ledger.now:
        raise CardRefusal("Invalid timestamp: must be in the future", param="cancel_at")
    return await save_subscription(
        ledger,
        subscription,
        cancel_at=at,
        cancel_at_period_end=from_period,
        canceled_at=ledger.now,
    )


async def _refuse_currency(ledger: Ledger, customer_id: str, items: Items) -> None:
    customer = await store.get_entity(ledger.db, "customer", customer_id, "customer")
    known, wanted = customer.body["currency"], items[0].price["currency"]
    if known and known != wanted:
        raise CardRefusal(
            "You cannot combine currencies on a single customer. This customer has had a "
            f"subscription with currency {known}"
        )


async def _refuse_without_card(ledger: Ledger, body: Body) -> None:
    if await collection.find_payment_method(ledger, body) is None:
        raise CardRefusal(
            "This customer has no attached payment source or default payment method. Please "
            "consider adding a default payment method.",
            "resource_missing",
        )
