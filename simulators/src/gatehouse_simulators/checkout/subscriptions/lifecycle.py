"""Cancel, pause and resume a subscription, and the transaction that replaces its card."""

from dataclasses import replace
from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.errors import CheckoutRefusal
from gatehouse_simulators.checkout.fields import Ahead
from gatehouse_simulators.checkout.ids import current_timestamp, to_timestamp
from gatehouse_simulators.checkout.pricing.lines import PricedItem, price_lines
from gatehouse_simulators.checkout.store import queries, service
from gatehouse_simulators.checkout.store.models import Body, Entity
from gatehouse_simulators.checkout.subscriptions import rules
from gatehouse_simulators.checkout.subscriptions.build import catalog_items
from gatehouse_simulators.checkout.subscriptions.forecast import load_tax_rate
from gatehouse_simulators.checkout.transactions.build import TransactionDraft
from gatehouse_simulators.checkout.transactions.service import open_transaction
from gatehouse_simulators.checkout.webhooks.service import emit_event

EffectiveFrom = Literal["next_billing_period", "immediately"]


class CancelRequest(BaseModel):
    effective_from: EffectiveFrom | None = None


class PauseRequest(BaseModel):
    effective_from: EffectiveFrom | None = None
    resume_at: Ahead | None = None


class ResumeRequest(BaseModel):
    effective_from: Literal["immediately"] | Ahead | None = None
    on_resume: Literal["continue_existing_billing_period", "start_new_billing_period"] | None = None


async def cancel_subscription(db: Db, subscription_id: str, data: CancelRequest) -> Entity:
    """Cancel at the end of the period, until which it stays active, or immediately."""
    subscription = await _lock_changeable(db, subscription_id)
    if data.effective_from == "immediately" or subscription.body["status"] == "paused":
        return await end_subscription(db, subscription)
    return await _schedule_change(db, subscription, "cancel", None)


async def pause_subscription(db: Db, subscription_id: str, data: PauseRequest) -> Entity:
    subscription = await _lock_changeable(db, subscription_id)
    _require_status(subscription, "active", "subscription_is_inactive_action_invalid")
    resume_at = to_timestamp(data.resume_at) if data.resume_at else None
    if data.effective_from == "immediately":
        return await pause_now(db, subscription, resume_at)
    return await _schedule_change(db, subscription, "pause", resume_at)


async def resume_subscription(db: Db, subscription_id: str, data: ResumeRequest) -> Entity:
    """Resume a paused subscription, now or at a given time."""
    subscription = await _lock_changeable(db, subscription_id)
    _require_status(subscription, "paused", "subscription_must_be_paused")
    if isinstance(data.effective_from, datetime):
        at = to_timestamp(data.effective_from)
        change = {"action": "resume", "effective_at": at, "resume_at": None}
        return await _save_and_announce(db, subscription, scheduled_change=change)
    return await resume_now(db, subscription)


async def end_trial(db: Db, subscription_id: str) -> Entity:
    """End the trial. The caller must renew the subscription, which is due now."""
    subscription = await _lock_changeable(db, subscription_id)
    _require_status(subscription, "trialing", "subscription_is_inactive_action_invalid")
    return await service.save_entity(
        db, subscription, next_billed_at=current_timestamp(), scheduled_change=None
    )


async def end_subscription(db: Db, subscription: Entity) -> Entity:
    """Cancel the subscription and every unpaid transaction of it."""
    subscription = await service.save_entity(
        db,
        subscription,
        status="canceled",
        canceled_at=current_timestamp(),
        next_billed_at=None,
        current_billing_period=None,
        scheduled_change=None,
        items=_with_item_status(subscription.body, "inactive", None),
    )
    await emit_event(db, "subscription.updated", subscription.body)
    await emit_event(db, "subscription.canceled", subscription.body)
    unpaid = await queries.LATEST_OF_SUBSCRIPTION.first(db, subscription.id, ["past_due"])
    if unpaid:
        bill = await service.save_entity(db, unpaid, status="canceled")
        await emit_event(db, "transaction.updated", bill.body)
        await emit_event(db, "transaction.canceled", bill.body)
    return subscription


async def pause_now(db: Db, subscription: Entity, resume_at: str | None) -> Entity:
    change = resume_at and {"action": "resume", "effective_at": resume_at, "resume_at": None}
    subscription = await _save_and_announce(
        db,
        subscription,
        status="paused",
        paused_at=current_timestamp(),
        next_billed_at=None,
        current_billing_period=None,
        scheduled_change=change or None,
        items=_with_item_status(subscription.body, "inactive", None),
    )
    await emit_event(db, "subscription.paused", subscription.body)
    return subscription


async def resume_now(db: Db, subscription: Entity) -> Entity:
    """Activate the subscription. The caller must renew it, because it is due now."""
    now = current_timestamp()
    subscription = await _save_and_announce(
        db,
        subscription,
        status="active",
        paused_at=None,
        next_billed_at=now,
        scheduled_change=None,
        items=_with_item_status(subscription.body, "active", now),
    )
    await emit_event(db, "subscription.resumed", subscription.body)
    return subscription


async def card_change_transaction(db: Db, subscription_id: str, default_link: str) -> Entity:
    """A zero-value transaction whose checkout stores another card. When past due, the unpaid bill."""
    subscription = await _lock_changeable(db, subscription_id)
    body = subscription.body
    if body["collection_mode"] != "automatic":
        raise CheckoutRefusal(
            "subscription_is_inactive_action_invalid", "Only automatic collection stores a card"
        )
    if body["status"] == "past_due":
        unpaid = await queries.LATEST_OF_SUBSCRIPTION.first(db, subscription_id, ["past_due"])
        if unpaid:
            return unpaid
    items = [_without_price(item) for item in catalog_items(body)]
    draft = TransactionDraft(
        price_lines(items, await load_tax_rate(db, body)),
        body["currency_code"],
        "subscription_payment_method_change",
        customer_id=body["customer_id"],
        address_id=body["address_id"],
        business_id=body["business_id"],
        custom_data=body["custom_data"],
        subscription_id=subscription_id,
        checkout_url=default_link,
    )
    return await open_transaction(db, draft)


async def _lock_changeable(db: Db, subscription_id: str) -> Entity:
    subscription = await service.lock_entity(db, "subscription", subscription_id)
    rules.refuse_canceled(subscription.body, action=True)
    return subscription


def _require_status(subscription: Entity, status: str, code: str) -> None:
    if subscription.body["status"] != status:
        raise CheckoutRefusal(
            code, f"Subscription {subscription.id} is {subscription.body['status']}"
        )


async def _schedule_change(
    db: Db, subscription: Entity, action: str, resume_at: str | None
) -> Entity:
    rules.refuse_near_renewal(subscription.body)
    if subscription.body["scheduled_change"]:
        raise CheckoutRefusal(
            "subscription_locked_pending_changes", "The subscription has a scheduled change"
        )
    at = subscription.body["current_billing_period"]["ends_at"]
    change = {"action": action, "effective_at": at, "resume_at": resume_at}
    # Nothing is billed after the end, so the next billing date is removed immediately.
    return await _save_and_announce(db, subscription, scheduled_change=change, next_billed_at=None)


async def _save_and_announce(db: Db, subscription: Entity, **changes: object) -> Entity:
    subscription = await service.save_entity(db, subscription, **changes)
    await emit_event(db, "subscription.updated", subscription.body)
    return subscription


def _with_item_status(subscription: Body, status: str, next_billed_at: str | None) -> list[Body]:
    return [
        {**item, "status": status, "next_billed_at": next_billed_at}
        for item in subscription["items"]
    ]


def _without_price(item: PricedItem) -> PricedItem:
    """The same item at no price: only the card changes."""
    unit_price = {**item.price["unit_price"], "amount": "0"}
    return replace(item, price={**item.price, "unit_price": unit_price})
