"""The body of a subscription and its items."""

from collections.abc import Sequence

from gatehouse.kit import clock
from gatehouse_simulators.checkout.ids import moment, new_entity_id, now_stamp, stamp
from gatehouse_simulators.checkout.pricing.items import items_of
from gatehouse_simulators.checkout.pricing.lines import Item
from gatehouse_simulators.checkout.store.models import Body
from gatehouse_simulators.checkout.subscriptions.periods import after_cycle, period_from


def subscription_body(transaction: Body, discount: Body | None) -> Body:
    """Active from now on, or on trial; `custom_data` comes along from the checkout."""
    now = now_stamp()
    items = [item for item in items_of(transaction) if item.price["billing_cycle"]]
    cycle = items[0].price["billing_cycle"]
    trial = items[0].price["trial_period"]
    period = period_from(clock.now(), trial or cycle)
    return {
        "id": new_entity_id("sub"),
        "status": "trialing" if trial else "active",
        "customer_id": transaction["customer_id"],
        "address_id": transaction["address_id"],
        "business_id": transaction["business_id"],
        "currency_code": transaction["currency_code"],
        "created_at": now,
        "updated_at": now,
        "started_at": now,
        "first_billed_at": None if trial else now,
        "next_billed_at": period["ends_at"],
        "paused_at": None,
        "canceled_at": None,
        "collection_mode": transaction["collection_mode"],
        "billing_details": None,
        "current_billing_period": period,
        "billing_cycle": cycle,
        "scheduled_change": None,
        "items": item_bodies(items, period, on_trial=trial is not None),
        "custom_data": transaction["custom_data"],
        "discount": discount_body(discount, cycle),
        "consent_requirements": [],
        "import_meta": None,
    }


def item_bodies(
    items: Sequence[Item], period: Body, before: Sequence[Body] = (), *, on_trial: bool = False
) -> list[Body]:
    """Items of a subscription; one that was there keeps its date of creation."""
    now = now_stamp()
    created = {item["price"]["id"]: item["created_at"] for item in before}
    return [
        {
            "status": "trialing" if on_trial else "active",
            "quantity": item.quantity,
            "recurring": True,
            "created_at": created.get(item.price["id"], now),
            "updated_at": now,
            "previously_billed_at": None if on_trial else period["starts_at"],
            "next_billed_at": period["ends_at"],
            "trial_dates": period if on_trial else None,
            "price": item.price,
            "product": item.product,
        }
        for item in items
    ]


def catalog_items(subscription: Body) -> list[Item]:
    return [
        Item(item["price"], item["product"], item["quantity"], subscription["currency_code"])
        for item in subscription["items"]
    ]


def discount_body(discount: Body | None, cycle: Body) -> Body | None:
    """A discount that does not recur is used up with the first bill."""
    if discount is None or not discount["recur"]:
        return None
    start = ends = clock.now()
    for _ in range(discount["maximum_recurring_intervals"] or 0):
        ends = after_cycle(ends, cycle)
    limited = discount["maximum_recurring_intervals"] is not None
    return {
        "id": discount["id"],
        "type": discount["type"],
        "starts_at": stamp(start),
        "ends_at": stamp(ends) if limited else None,
    }


def discount_id_at(subscription: Body, at: str) -> str | None:
    """The discount of a bill at this time."""
    discount = subscription["discount"]
    if discount is None or (discount["ends_at"] and moment(discount["ends_at"]) <= moment(at)):
        return None
    return str(discount["id"])
