"""Cancel, pause, resume; and the transaction that changes the card."""

from dataclasses import replace
from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.errors import Refused
from gatehouse_simulators.checkout.fields import Ahead
from gatehouse_simulators.checkout.ids import now_stamp, stamp
from gatehouse_simulators.checkout.pricing.lines import Item, price_lines
from gatehouse_simulators.checkout.store import queries, service
from gatehouse_simulators.checkout.store.models import Body, Entity
from gatehouse_simulators.checkout.subscriptions import rules
from gatehouse_simulators.checkout.subscriptions.build import catalog_items
from gatehouse_simulators.checkout.subscriptions.forecast import rate_of
from gatehouse_simulators.checkout.transactions.build import Draft
from gatehouse_simulators.checkout.transactions.service import open_transaction
from gatehouse_simulators.checkout.webhooks.service import emit

EffectiveFrom = Literal["next_billing_period", "immediately"]


class CancelRequest(BaseModel):
    effective_from: EffectiveFrom | None = None


class PauseRequest(BaseModel):
    effective_from: EffectiveFrom | None = None
    resume_at: Ahead | None = None


class ResumeRequest(BaseModel):
    effective_from: Literal["immediately"] | Ahead | None = None
    on_resume: Literal["continue_existing_billing_period", "start_new_billing_period"] | None = None


async def cancel(db: Db, subscription_id: str, data: CancelRequest) -> Entity:
    """At the period's end it stays active until then; at once it ends for good."""
    subscription = await _changeable(db, subscription_id)
    if data.effective_from == "immediately" or subscription.body["status"] == "paused":
        return await end(db, subscription)
    return await _schedule(db, subscription, "cancel", None)


async def pause(db: Db, subscription_id: str, data: PauseRequest) -> Entity:
    subscription = await _changeable(db, subscription_id)
    _require(subscription, "active", "subscription_is_inactive_action_invalid")
    resume_at = stamp(data.resume_at) if data.resume_at else None
    if data.effective_from == "immediately":
        return await stop(db, subscription, resume_at)
    return await _schedule(db, subscription, "pause", resume_at)


async def resume(db: Db, subscription_id: str, data: ResumeRequest) -> Entity:
    """Now, or at a time, from a pause."""
    subscription = await _changeable(db, subscription_id)
    _require(subscription, "paused", "subscription_must_be_paused")
    if isinstance(data.effective_from, datetime):
        at = stamp(data.effective_from)
        change = {"action": "resume", "effective_at": at, "resume_at": None}
        return await _updated(db, subscription, scheduled_change=change)
    return await start_again(db, subscription)


async def end_trial(db: Db, subscription_id: str) -> Entity:
    """Due now: whoever ends the trial also renews it."""
    subscription = await _changeable(db, subscription_id)
    _require(subscription, "trialing", "subscription_is_inactive_action_invalid")
    return await service.save(db, subscription, next_billed_at=now_stamp(), scheduled_change=None)


async def end(db: Db, subscription: Entity) -> Entity:
    """Canceled, with every transaction that was still unpaid."""
    subscription = await service.save(
        db,
        subscription,
        status="canceled",
        canceled_at=now_stamp(),
        next_billed_at=None,
        current_billing_period=None,
        scheduled_change=None,
        items=_items(subscription.body, "inactive", None),
    )
    await emit(db, "subscription.updated", subscription.body)
    await emit(db, "subscription.canceled", subscription.body)
    unpaid = await queries.LATEST_OF_SUBSCRIPTION.first(db, subscription.id, ["past_due"])
    if unpaid:
        bill = await service.save(db, unpaid, status="canceled")
        await emit(db, "transaction.updated", bill.body)
        await emit(db, "transaction.canceled", bill.body)
    return subscription


async def stop(db: Db, subscription: Entity, resume_at: str | None) -> Entity:
    change = resume_at and {"action": "resume", "effective_at": resume_at, "resume_at": None}
    subscription = await _updated(
        db,
        subscription,
        status="paused",
        paused_at=now_stamp(),
        next_billed_at=None,
        current_billing_period=None,
        scheduled_change=change or None,
        items=_items(subscription.body, "inactive", None),
    )
    await emit(db, "subscription.paused", subscription.body)
    return subscription


async def start_again(db: Db, subscription: Entity) -> Entity:
    """Active and due now: whoever resumes it also renews it."""
    now = now_stamp()
    subscription = await _updated(
        db,
        subscription,
        status="active",
        paused_at=None,
        next_billed_at=now,
        scheduled_change=None,
        items=_items(subscription.body, "active", now),
    )
    await emit(db, "subscription.resumed", subscription.body)
    return subscription


async def card_change_transaction(db: Db, subscription_id: str, default_link: str) -> Entity:
    """A zero-value transaction whose checkout stores another card; past due, the unpaid bill."""
    subscription = await _changeable(db, subscription_id)
    body = subscription.body
    if body["collection_mode"] != "automatic":
        raise Refused(
            "subscription_is_inactive_action_invalid", "Only automatic collection stores a card"
        )
    if body["status"] == "past_due":
        unpaid = await queries.LATEST_OF_SUBSCRIPTION.first(db, subscription_id, ["past_due"])
        if unpaid:
            return unpaid
    items = [_free(item) for item in catalog_items(body)]
    draft = Draft(
        price_lines(items, await rate_of(db, body)),
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


async def _changeable(db: Db, subscription_id: str) -> Entity:
    subscription = await service.lock(db, "subscription", subscription_id)
    rules.refuse_canceled(subscription.body, action=True)
    return subscription


def _require(subscription: Entity, status: str, code: str) -> None:
    if subscription.body["status"] != status:
        raise Refused(code, f"Subscription {subscription.id} is {subscription.body['status']}")


async def _schedule(db: Db, subscription: Entity, action: str, resume_at: str | None) -> Entity:
    rules.refuse_near_renewal(subscription.body)
    if subscription.body["scheduled_change"]:
        raise Refused(
            "subscription_locked_pending_changes", "The subscription has a scheduled change"
        )
    at = subscription.body["current_billing_period"]["ends_at"]
    change = {"action": action, "effective_at": at, "resume_at": resume_at}
    # Nothing is billed after the end, which the next billing date says at once.
    return await _updated(db, subscription, scheduled_change=change, next_billed_at=None)


async def _updated(db: Db, subscription: Entity, **changes: object) -> Entity:
    subscription = await service.save(db, subscription, **changes)
    await emit(db, "subscription.updated", subscription.body)
    return subscription


def _items(subscription: Body, status: str, next_billed_at: str | None) -> list[Body]:
    return [
        {**item, "status": status, "next_billed_at": next_billed_at}
        for item in subscription["items"]
    ]


def _free(item: Item) -> Item:
    """The same seats at no price: only the card changes."""
    unit_price = {**item.price["unit_price"], "amount": "0"}
    return replace(item, price={**item.price, "unit_price": unit_price})
