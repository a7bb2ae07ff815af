"""Previews a change and makes it. The same plan serves both, so what is shown is what is charged."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.licensing.errors import CostDiffers, DiscountRefused
from gatehouse.licensing.events import LicenseChanged, LicenseRenamed
from gatehouse.licensing.licenses import subscription_queries
from gatehouse.licensing.licenses.schemas import LicenseOut
from gatehouse.licensing.licenses.service import get_license
from gatehouse.licensing.organizations.checkout import is_discount_applicable
from gatehouse.licensing.purchases import queries as purchases
from gatehouse.licensing.subscriptions.context import (
    SubscriptionChangeContext,
    apply_provider_answer,
    read_running_subscription,
)
from gatehouse.licensing.subscriptions.proration import (
    SeatChangePlan,
    compute_quote,
    defer_billing,
    plan_change_at_period_end,
    plan_subscription_change,
)
from gatehouse.licensing.subscriptions.scheduled_seats import (
    drop_replaced_schedule,
    schedule_seat_change,
)
from gatehouse.licensing.subscriptions.schemas import LicenseChange, PlanChange
from gatehouse.licensing.subscriptions.seat_holds import (
    SeatHold,
    hold_license,
    hold_seats_back,
    require_seats_unused,
)
from gatehouse.providers.payments.errors import ChargeTooSmall
from gatehouse.providers.payments.port import PreviewFact, ProviderChange, SubscriptionFact

Answer = TypeVar("Answer", PreviewFact, SubscriptionFact)

NO_CHANGE = ProviderChange(lines=(), mode="do_not_bill", discount_id=None)


async def preview_change(
    context: SubscriptionChangeContext, wanted: PlanChange
) -> tuple[SeatChangePlan, PreviewFact]:
    """The plan and what it costs; refused as the change itself would be."""
    fact = await read_running_subscription(context)
    plan = plan_subscription_change(fact, wanted, context.payments.price_ids)
    if wanted.effective_from == "period_end":
        change = plan_change_at_period_end(fact, plan)
    else:
        await require_seats_unused(context, plan.seats)
        change = plan.change or NO_CHANGE
        await require_applicable_discount(context, change.discount_id, plan.price_id)
    return plan, await _bill_now_or_later(
        context.payments.preview_subscription_change, fact, change
    )


async def change_license(context: SubscriptionChangeContext, wanted: LicenseChange) -> LicenseOut:
    if wanted.max_seats or wanted.price_id or wanted.discount_id:
        await _change_seats_or_price(context, wanted)
    async with context.call.transaction() as db:
        found = await get_license(db, context.box, context.caller, context.license_id)
        if not wanted.name or wanted.name == found.name:
            return found
        await subscription_queries.RENAME_LICENSE.run(
            db, context.caller.tenant_id, context.license_id, wanted.name, clock.now()
        )
        event = LicenseRenamed(
            context.caller.tenant_id, context.license_id, wanted.name, found.name
        )
        await announce_event(db, event, by=context.caller.actor)
        return await get_license(db, context.box, context.caller, context.license_id)


async def _bill_now_or_later(
    call: Callable[[str, ProviderChange], Awaitable[Answer]],
    fact: SubscriptionFact,
    change: ProviderChange,
) -> Answer:
    """Preview or make the change. An amount that is too small to charge alone is billed later."""
    try:
        return await call(fact.id, change)
    except ChargeTooSmall:
        return await call(fact.id, defer_billing(fact, change))


async def _change_seats_or_price(context: SubscriptionChangeContext, wanted: LicenseChange) -> None:
    async with hold_license(context) as hold:
        fact = await read_running_subscription(context)
        plan = plan_subscription_change(fact, wanted, context.payments.price_ids)
        if wanted.effective_from == "period_end":
            await _require_quoted_cost(
                context, wanted, fact, plan, plan_change_at_period_end(fact, plan)
            )
            await schedule_seat_change(context, fact, plan)
        elif plan.change is not None:
            await require_applicable_discount(context, plan.change.discount_id, plan.price_id)
            await _require_quoted_cost(context, wanted, fact, plan, plan.change)
            await _change_immediately(context, hold, fact, plan, plan.change)


async def _change_immediately(
    context: SubscriptionChangeContext,
    hold: SeatHold,
    fact: SubscriptionFact,
    plan: SeatChangePlan,
    change: ProviderChange,
) -> None:
    await hold_seats_back(context, hold, plan.seats)
    changed = await _bill_now_or_later(context.payments.change_subscription, fact, change)
    await apply_provider_answer(context, changed, partial(LicenseChanged, seats=plan.seats))
    if change.lines:
        await drop_replaced_schedule(context)
    await record_used_discount(context, change.discount_id)


async def _require_quoted_cost(
    context: SubscriptionChangeContext,
    wanted: LicenseChange,
    fact: SubscriptionFact,
    plan: SeatChangePlan,
    change: ProviderChange,
) -> None:
    if not wanted.quote:
        return
    preview = await _bill_now_or_later(context.payments.preview_subscription_change, fact, change)
    if wanted.quote != compute_quote(plan, preview):
        raise CostDiffers("The price has changed. Review it again.")


async def require_applicable_discount(
    context: SubscriptionChangeContext, discount_id: str | None, price_id: str
) -> None:
    """`DiscountRefused` when it does not apply to the price now, or the license had it before: one for
    three bills would begin again."""
    if discount_id is None:
        return
    async with context.call.transaction() as db:
        used = await subscription_queries.DISCOUNT_WAS_USED.one(
            db, context.caller.tenant_id, context.license_id, discount_id
        )
    if used:
        raise DiscountRefused("This discount was already used for this license")
    discount = await context.payments.find_discount(discount_id)
    price = await context.payments.find_price(price_id) if discount else None
    if (
        discount is None
        or price is None
        or not is_discount_applicable(discount, price, clock.now())
    ):
        raise DiscountRefused("This discount does not apply")


async def record_used_discount(context: SubscriptionChangeContext, discount_id: str | None) -> None:
    """Record the discount as used by this license. This includes a discount for one bill only, which the
    provider does not report afterwards."""
    if discount_id is None:
        return
    async with context.call.transaction() as db:
        await purchases.KEEP_DISCOUNT.run(
            db, context.caller.tenant_id, context.license_id, discount_id, clock.now()
        )
