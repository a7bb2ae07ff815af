"""Builds the body of a subscription and its items."""

from collections.abc import Sequence

from gatehouse.kit import clock
from gatehouse_simulators.checkout.ids import (
    current_timestamp,
    new_entity_id,
    parse_timestamp,
    to_timestamp,
)
from gatehouse_simulators.checkout.pricing.items import read_items
from gatehouse_simulators.checkout.pricing.lines import PricedItem
from gatehouse_simulators.checkout.store.models import Body
from gatehouse_simulators.checkout.subscriptions.periods import after_cycle, period_from


def build_subscription(transaction: Body, discount: Body | None) -> Body:
    """A subscription that is active or on trial. `custom_data` is copied from the checkout."""
    now = current_timestamp()
    items = [item for item in read_items(transaction) if item.price["billing_cycle"]]
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
        "items": build_items(items, period, on_trial=trial is not None),
        "custom_data": transaction["custom_data"],
        "discount": build_discount(discount, cycle),
        "consent_requirements": [],
        "import_meta": None,
    }


def build_items(
    items: Sequence[PricedItem],
    period: Body,
    before: Sequence[Body] = (),
    *,
    on_trial: bool = False,
) -> list[Body]:
    """The items of a subscription. Existing items keep their creation date."""
    now = current_timestamp()
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


def catalog_items(subscription: Body) -> list[PricedItem]:
    return [
        PricedItem(item["price"], item["product"], item["quantity"], subscription["currency_code"])
        for item in subscription["items"]
    ]


def build_discount(discount: Body | None, cycle: Body) -> Body | None:
    """The discount of a subscription. Without recurrence it applies to the first bill only."""
    if discount is None or not discount["recur"]:
        return None
    start = ends = clock.now()
    for _ in range(discount["maximum_recurring_intervals"] or 0):
        ends = after_cycle(ends, cycle)
    limited = discount["maximum_recurring_intervals"] is not None
    return {
        "id": discount["id"],
        "type": discount["type"],
        "starts_at": to_timestamp(start),
        "ends_at": to_timestamp(ends) if limited else None,
    }


def discount_id_at(subscription: Body, at: str) -> str | None:
    """The discount that applies at this time."""
    discount = subscription["discount"]
    if discount is None or (
        discount["ends_at"] and parse_timestamp(discount["ends_at"]) <= parse_timestamp(at)
    ):
        return None
    return str(discount["id"])
