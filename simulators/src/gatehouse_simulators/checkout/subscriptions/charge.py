"""One-time charges of a subscription, billed now or with the next bill."""

from typing import Literal

from pydantic import BaseModel, Field

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.errors import CheckoutRefusal, invalid_field
from gatehouse_simulators.checkout.ids import to_timestamp
from gatehouse_simulators.checkout.pricing.details import build_preview_details
from gatehouse_simulators.checkout.pricing.items import WantedItem, find_items
from gatehouse_simulators.checkout.pricing.lines import PricedLine, price_lines
from gatehouse_simulators.checkout.store import service
from gatehouse_simulators.checkout.store.models import Body, Entity
from gatehouse_simulators.checkout.subscriptions import balance, billing, forecast, rules
from gatehouse_simulators.checkout.transactions.service import refuse_tiny_charge
from gatehouse_simulators.checkout.webhooks.service import emit_event


class OneOffCharge(BaseModel):
    effective_from: Literal["next_billing_period", "immediately"]
    items: list[WantedItem] = Field(min_length=1, max_length=100)
    on_payment_failure: Literal["prevent_change", "apply_change"] = "prevent_change"


async def preview_charge(db: Db, subscription_id: str, data: OneOffCharge) -> Body:
    """The subscription and what its bills would be. Nothing is stored."""
    subscription = await service.get_entity(db, "subscription", subscription_id)
    body, lines = subscription.body, await _price_items(db, subscription.body, data)
    pending, immediate = subscription.private.get("pending", []), None
    if data.effective_from == "immediately":
        details = build_preview_details(lines, body["currency_code"])
        refuse_tiny_charge(details, billing.TINY_CHARGE)
        immediate = {
            "billing_period": _remaining_period(body),
            "details": details,
            "adjustments": [],
        }
    else:
        pending = [*pending, forecast.build_pending_part(lines, 0)]
    credit = await balance.read_credit(db, body)
    return {
        **{name: value for name, value in body.items() if name != "id"},
        "immediate_transaction": immediate,
        "next_transaction": await forecast.next_transaction(db, body, pending, credit),
        "recurring_transaction_details": await forecast.build_recurring_details(db, body),
        "update_summary": None,
    }


async def charge_once(db: Db, subscription_id: str, data: OneOffCharge) -> Entity:
    subscription = await service.lock_entity(db, "subscription", subscription_id)
    lines = await _price_items(db, subscription.body, data)
    if data.effective_from == "next_billing_period":
        pending = [*subscription.private.get("pending", []), forecast.build_pending_part(lines, 0)]
        subscription = await service.save_private(db, subscription, pending=pending)
        return await _announce_update(db, subscription, subscription.body["status"])
    bill = await billing.open_bill(
        db, subscription.body, lines, _remaining_period(subscription.body), "subscription_charge"
    )
    refuse_tiny_charge(bill.body["details"], billing.TINY_CHARGE)
    paid = await billing.collect_bill(db, subscription, bill)
    if paid.error_code is None:
        return await _announce_update(db, subscription, subscription.body["status"])
    if data.on_payment_failure == "prevent_change":
        raise CheckoutRefusal(
            "subscription_payment_declined", f"The payment failed: {paid.error_code}"
        )
    await billing.mark_past_due(db, paid.transaction)
    return await _announce_update(db, subscription, "past_due")


async def _announce_update(db: Db, subscription: Entity, status: str) -> Entity:
    subscription = await service.save_entity(db, subscription, status=status)
    await emit_event(db, "subscription.updated", subscription.body)
    if status == "past_due":
        await emit_event(db, "subscription.past_due", subscription.body)
    return subscription


async def _price_items(db: Db, subscription: Body, data: OneOffCharge) -> list[PricedLine]:
    rules.refuse_canceled(subscription, action=True)
    if subscription["status"] != "active":
        raise CheckoutRefusal(
            "subscription_is_inactive_action_invalid", f"It is {subscription['status']}"
        )
    rules.refuse_near_renewal(subscription)
    items = await find_items(db, data.items, subscription["currency_code"])
    if any(item.price["billing_cycle"] for item in items):
        raise invalid_field("items", "must be paid once, not again and again")
    return price_lines(items, await forecast.load_tax_rate(db, subscription))


def _remaining_period(subscription: Body) -> Body:
    period: Body = subscription["current_billing_period"]
    return {"starts_at": to_timestamp(clock.now()), "ends_at": period["ends_at"]}
