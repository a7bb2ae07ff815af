"""Renew a subscription, and retry failed payments."""

from datetime import timedelta

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.ids import current_timestamp, parse_timestamp, to_timestamp
from gatehouse_simulators.checkout.pricing.details import sum_amounts
from gatehouse_simulators.checkout.store import queries, service
from gatehouse_simulators.checkout.store.models import Body, Entity
from gatehouse_simulators.checkout.subscriptions import balance, billing, lifecycle
from gatehouse_simulators.checkout.subscriptions.build import build_items, catalog_items
from gatehouse_simulators.checkout.subscriptions.forecast import discount_at, renewal_lines
from gatehouse_simulators.checkout.subscriptions.periods import period_from
from gatehouse_simulators.checkout.webhooks.service import emit_event

# After the last refusal the subscription is canceled.
DUNNING = [timedelta(days=1), timedelta(days=3), timedelta(days=7)]


async def renew_subscription(db: Db, subscription: Entity) -> Entity:
    """Start the next period, whether or not its bill can be collected. After a trial it is the first one."""
    body, pending = subscription.body, subscription.private.get("pending", [])
    lines = await renewal_lines(db, body, pending)
    discount = await discount_at(db, body, body["next_billed_at"])
    began = parse_timestamp(body["started_at"]).day
    period = period_from(parse_timestamp(body["next_billed_at"]), body["billing_cycle"], began)
    subscription = await service.save_private(db, subscription, pending=[])
    subscription = await service.save_entity(
        db,
        subscription,
        status="active",
        first_billed_at=body["first_billed_at"] or current_timestamp(),
        current_billing_period=period,
        next_billed_at=period["ends_at"],
        items=build_items(catalog_items(body), period, body["items"]),
    )
    await emit_event(db, "subscription.updated", subscription.body)
    if body["status"] == "trialing":
        await emit_event(db, "subscription.activated", subscription.body)
    credit = sum(part["credit"] for part in pending)
    credit += await balance.use_credit(db, body, sum_amounts(lines).total - credit)
    bill = await billing.open_bill(
        db,
        subscription.body,
        lines,
        period,
        "subscription_recurring",
        credit=credit,
        discount_id=discount["id"] if discount else None,
    )
    paid = await billing.collect_bill(db, subscription, bill)
    if paid.error_code is None:
        return subscription
    await billing.mark_past_due(db, paid.transaction)
    return await _fall_behind(db, subscription)


async def collect_again(db: Db, subscription: Entity) -> Entity:
    """Retry the unpaid bill. The last failed retry ends the subscription."""
    unpaid = await queries.LATEST_OF_SUBSCRIPTION.first(db, subscription.id, ["past_due"])
    if unpaid is None:
        return await recover_subscription(db, subscription)
    paid = await billing.collect_bill(db, subscription, unpaid)
    if paid.error_code is None:
        return await recover_subscription(db, subscription)
    tried = subscription.private.get("tried", 0) + 1
    if tried >= len(DUNNING):
        return await lifecycle.end_subscription(db, await _retry_at(db, subscription, None, 0))
    return await _retry_at(db, subscription, DUNNING[tried], tried)


async def recover_subscription(db: Db, subscription: Entity) -> Entity:
    """Activate the subscription again after the payment of its debt."""
    subscription = await _retry_at(db, subscription, None, 0)
    subscription = await service.save_entity(db, subscription, status="active")
    await emit_event(db, "subscription.updated", subscription.body)
    await emit_event(db, "subscription.activated", subscription.body)
    return subscription


async def _fall_behind(db: Db, subscription: Entity) -> Entity:
    subscription = await _retry_at(db, subscription, DUNNING[0], 0)
    subscription = await service.save_entity(db, subscription, status="past_due")
    await emit_event(db, "subscription.updated", subscription.body)
    await emit_event(db, "subscription.past_due", subscription.body)
    return subscription


async def _retry_at(db: Db, subscription: Entity, wait: timedelta | None, tried: int) -> Entity:
    at = to_timestamp(clock.now() + wait) if wait else None
    private: Body = {"retry_at": at, "tried": tried}
    return await service.save_private(db, subscription, **private)
