"""Preview and apply a change: quantities, price, discount, scheduled change, custom data."""

from dataclasses import replace
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field, JsonValue

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.adjustments import refuse_pending_refund
from gatehouse_simulators.checkout.customers import find_owned
from gatehouse_simulators.checkout.errors import CheckoutRefusal, invalid_field
from gatehouse_simulators.checkout.fields import Ahead, CustomData, EntityId
from gatehouse_simulators.checkout.ids import to_timestamp
from gatehouse_simulators.checkout.pricing.details import build_preview_details
from gatehouse_simulators.checkout.pricing.discounts import count_use, find_usable_by_id
from gatehouse_simulators.checkout.pricing.items import WantedItem, find_items
from gatehouse_simulators.checkout.store import service
from gatehouse_simulators.checkout.store.models import Body, Entity
from gatehouse_simulators.checkout.subscriptions import (
    balance,
    billing,
    charged_lines,
    forecast,
    rules,
)
from gatehouse_simulators.checkout.subscriptions.build import build_discount, catalog_items
from gatehouse_simulators.checkout.subscriptions.plan import PlannedChange, plan_items
from gatehouse_simulators.checkout.transactions.service import refuse_tiny_charge
from gatehouse_simulators.checkout.webhooks.service import emit_event

ProrationMode = Literal[
    "prorated_immediately",
    "prorated_next_billing_period",
    "full_immediately",
    "full_next_billing_period",
    "do_not_bill",
]


class DiscountChange(BaseModel):
    id: EntityId
    effective_from: Literal["immediately", "next_billing_period"] = "next_billing_period"


class CheckoutSubscriptionChange(BaseModel):
    """Only the fields that are sent change; `items` is the complete new list. With `customer_id` another
    customer is billed from then on."""

    customer_id: EntityId | None = None
    address_id: EntityId | None = None
    next_billed_at: Ahead | None = None
    items: list[WantedItem] | None = Field(None, min_length=1, max_length=100)
    proration_billing_mode: ProrationMode | None = None
    on_payment_failure: Literal["prevent_change", "apply_change"] = "prevent_change"
    discount: DiscountChange | None = None
    scheduled_change: JsonValue = None
    custom_data: CustomData | None = None
    collection_mode: Literal["automatic", "manual"] | None = None


async def preview_change(db: Db, subscription_id: str, data: CheckoutSubscriptionChange) -> Body:
    """The changed subscription and what it would cost. Nothing is stored."""
    subscription = await service.get_entity(db, "subscription", subscription_id)
    change = await _plan_change(db, subscription, data)
    pending, after = _pending_after(subscription, change), change.after
    credit_left, immediate = await balance.read_credit(db, after), None
    if change.immediate:
        used = balance.usable_credit(credit_left, change.charge - change.credit)
        details = build_preview_details(
            change.charged, after["currency_code"], change.credit + used
        )
        refuse_tiny_charge(details, billing.TINY_CHARGE)
        credit_left += int(details["totals"]["credit_to_balance"]) - used
        immediate = {
            "billing_period": change.period,
            "details": details,
            "adjustments": await forecast.build_credit_adjustments(
                db, subscription_id, change.credited
            ),
        }
    shown = {name: value for name, value in after.items() if name != "id"}
    return {
        **shown,
        "immediate_transaction": immediate,
        "next_transaction": await forecast.next_transaction(db, after, pending, credit_left),
        "recurring_transaction_details": await forecast.build_recurring_details(db, after),
        "update_summary": _summarize_change(change),
    }


async def apply_change(db: Db, subscription_id: str, data: CheckoutSubscriptionChange) -> Entity:
    """Apply the change. If an immediate charge fails, nothing changes, unless the request allows it."""
    subscription = await service.lock_entity(db, "subscription", subscription_id)
    change = await _plan_change(db, subscription, data)
    after = change.after
    if data.discount:
        await count_use(db, data.discount.id)
    if change.immediate:
        after = await _charge_change(db, subscription, change, data)
    private: Body = {"pending": _pending_after(subscription, change)}
    if after["customer_id"] != subscription.body["customer_id"]:
        # The former customer's card is not charged for another one.
        private["payment_method_id"] = await _find_newest(
            db, "payment_method", after["customer_id"]
        )
    subscription = await service.save_private(db, subscription, **private)
    subscription = await service.save_entity(db, subscription, **after)
    await emit_event(db, "subscription.updated", subscription.body)
    if subscription.body["status"] == "past_due":
        await emit_event(db, "subscription.past_due", subscription.body)
    return subscription


async def _charge_change(
    db: Db, subscription: Entity, change: PlannedChange, data: CheckoutSubscriptionChange
) -> Body:
    discount = await forecast.discount_at(db, change.after, to_timestamp(clock.now()))
    used = await balance.use_credit(db, change.after, change.charge - change.credit)
    bill = await billing.open_bill(
        db,
        change.after,
        change.charged,
        change.period,
        "subscription_update",
        credit=change.credit + used,
        discount_id=discount["id"] if discount else None,
    )
    result = await billing.collect_bill(db, subscription, bill)
    if result.error_code is None:
        return change.after
    if result.error_code == billing.NO_METHOD:
        raise CheckoutRefusal(
            "subscription_missing_payment_method_cannot_update", "No payment method is stored"
        )
    if data.on_payment_failure == "prevent_change":
        raise CheckoutRefusal(
            "subscription_payment_declined", f"The payment failed: {result.error_code}"
        )
    await billing.mark_past_due(db, result.transaction)
    return {**change.after, "status": "past_due"}


async def _plan_change(
    db: Db, subscription: Entity, data: CheckoutSubscriptionChange
) -> PlannedChange:
    before, sent = subscription.body, data.model_fields_set
    rules.refuse_canceled(before)
    await refuse_pending_refund(db, subscription.id)
    if "scheduled_change" in sent and data.scheduled_change is not None:
        raise CheckoutRefusal(
            "subscription_scheduled_change_invalid_update", "scheduled_change can only be null"
        )
    changes: Body = {}
    if "scheduled_change" in sent:
        changes |= _undo_scheduled_change(before)
    if "custom_data" in sent:
        changes["custom_data"] = data.custom_data or None
    if data.collection_mode:
        changes["collection_mode"] = data.collection_mode
    if data.customer_id or data.address_id:
        changes |= await _customer_fields(db, before, data)
    if data.next_billed_at:
        changes |= _billing_date_fields(before, data, data.next_billed_at)
    if "discount" in sent:
        changes["discount"] = await _find_discount(db, before, data.discount)
    if data.items is None:
        after = {**before, **changes}
        period = before["current_billing_period"] or {}
        return PlannedChange(after, [], [], period, immediate=False)
    rules.refuse_bad_item_change(before, sent, data.proration_billing_mode)
    rules.refuse_near_renewal(before)
    change = await _plan_items(db, {**before, **changes}, data)
    pending = subscription.private.get("pending", [])
    return replace(
        change, credited=await charged_lines.limit_credit(db, before, pending, change.credited)
    )


async def _customer_fields(db: Db, before: Body, data: CheckoutSubscriptionChange) -> Body:
    """The fields for another customer. Without an address: the customer's newest one, otherwise the current
    one."""
    customer = await service.get_entity(db, "customer", data.customer_id or before["customer_id"])
    if data.address_id:
        address = await find_owned(db, "address", customer.id, data.address_id)
        return {"customer_id": customer.id, "address_id": address.id}
    address_id = await _find_newest(db, "address", customer.id) or before["address_id"]
    return {"customer_id": customer.id, "address_id": address_id, "business_id": None}


def _billing_date_fields(before: Body, data: CheckoutSubscriptionChange, at: datetime) -> Body:
    """Move the end of the period. The simulator does not bill the difference: only `do_not_bill` is
    supported."""
    if data.proration_billing_mode != "do_not_bill":
        raise invalid_field("proration_billing_mode", "must be do_not_bill with next_billed_at")
    if before["status"] != "active" or before["scheduled_change"]:
        raise invalid_field(
            "next_billed_at", "the subscription must be active, without scheduled change"
        )
    return {
        "next_billed_at": to_timestamp(at),
        "current_billing_period": {**before["current_billing_period"], "ends_at": to_timestamp(at)},
    }


async def _find_newest(db: Db, kind: str, customer_id: str) -> str | None:
    theirs = service.Listing(containing={"customer_id": customer_id}, per_page=1)
    found, _ = await service.list_page(db, kind, theirs)
    return found[0]["id"] if found else None


def _undo_scheduled_change(before: Body) -> Body:
    """Remove the scheduled change: the subscription is billed again at the end of the period."""
    if before["scheduled_change"] is None or before["current_billing_period"] is None:
        return {"scheduled_change": None}
    return {
        "scheduled_change": None,
        "next_billed_at": before["current_billing_period"]["ends_at"],
    }


async def _plan_items(db: Db, before: Body, data: CheckoutSubscriptionChange) -> PlannedChange:
    items = await find_items(db, data.items or [], before["currency_code"])
    rate = await forecast.load_tax_rate(db, before)
    later = data.discount is not None and data.discount.effective_from == "next_billing_period"
    discount = None if later else await forecast.discount_at(db, before, to_timestamp(clock.now()))
    mode = data.proration_billing_mode or "do_not_bill"
    return plan_items(before, items, mode, rate, discount)


async def _find_discount(db: Db, before: Body, wanted: DiscountChange | None) -> Body | None:
    if wanted is None:
        return None
    found = await find_usable_by_id(db, wanted.id, catalog_items(before))
    intervals = found["maximum_recurring_intervals"] if found["recur"] else 1
    lasting = {**found, "recur": True, "maximum_recurring_intervals": intervals}
    return build_discount(lasting, before["billing_cycle"])


def _pending_after(subscription: Entity, change: PlannedChange) -> list[Body]:
    pending: list[Body] = subscription.private.get("pending", [])
    if change.immediate or not change.charged:
        return pending
    return [*pending, forecast.build_pending_part(change.charged, change.credit)]


def _summarize_change(change: PlannedChange) -> Body | None:
    if not change.charged and not change.credited:
        return None
    currency = change.after["currency_code"]
    difference = change.charge - change.credit
    return {
        "credit": {"amount": str(change.credit), "currency_code": currency},
        "charge": {"amount": str(change.charge), "currency_code": currency},
        "result": {
            "action": "charge" if difference >= 0 else "credit",
            "amount": str(abs(difference)),
            "currency_code": currency,
        },
    }
