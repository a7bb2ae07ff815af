"""Previews a change and makes it. The same plan serves both, so what is shown is what is charged."""

from functools import partial

from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.licensing.licenses.changes import queries
from gatehouse.licensing.licenses.changes.discount import refuse_discount, remember_discount
from gatehouse.licensing.licenses.changes.errors import CostDiffers
from gatehouse.licensing.licenses.changes.plan import SeatChangePlan, billed_later, plan_of
from gatehouse.licensing.licenses.changes.quote import quote_of
from gatehouse.licensing.licenses.changes.schemas import LicenseChange, PlanChange
from gatehouse.licensing.licenses.changes.seats import (
    SeatChangeTurn,
    keep_free,
    one_change,
    refuse_seats_in_use,
)
from gatehouse.licensing.licenses.events import LicenseChanged, LicenseRenamed
from gatehouse.licensing.licenses.models import ListedLicense
from gatehouse.licensing.licenses.scheduled_seats import service as scheduled
from gatehouse.licensing.licenses.service import get_license
from gatehouse.licensing.subscriptions.change_context import (
    SubscriptionChangeContext,
    apply_provider_answer,
    read_running_subscription,
)
from gatehouse.providers.payments.errors import ChargeTooSmall
from gatehouse.providers.payments.port import PreviewFact, ProviderChange, SubscriptionFact

NO_CHANGE = ProviderChange(lines=(), mode="do_not_bill", discount_id=None)


async def preview_change(
    desk: SubscriptionChangeContext, wanted: PlanChange
) -> tuple[SeatChangePlan, PreviewFact]:
    """The plan and what it costs; refused as the change itself would be."""
    fact = await read_running_subscription(desk)
    plan = plan_of(fact, wanted, desk.payments.price_ids)
    if wanted.effective_from == "period_end":
        return plan, await _preview_cost(desk, fact, scheduled.without_billing(fact, plan))
    await refuse_seats_in_use(desk, plan.seats)
    change = plan.change or NO_CHANGE
    await refuse_discount(desk, change.discount_id, plan.price_id)
    return plan, await _preview_cost(desk, fact, change)


async def change_license(desk: SubscriptionChangeContext, wanted: LicenseChange) -> ListedLicense:
    if wanted.max_seats or wanted.price_id or wanted.discount_id:
        await _change_plan(desk, wanted)
    async with desk.call.transaction() as db:
        found = await get_license(db, desk.box, desk.caller, desk.license_id)
        if not wanted.name or wanted.name == found.name:
            return found
        await queries.RENAME_LICENSE.run(
            db, desk.caller.tenant_id, desk.license_id, wanted.name, clock.now()
        )
        event = LicenseRenamed(desk.caller.tenant_id, desk.license_id, wanted.name, found.name)
        await announce_event(db, event, by=by_caller(desk.caller, desk.client))
        return await get_license(db, desk.box, desk.caller, desk.license_id)


async def _preview_cost(
    desk: SubscriptionChangeContext, fact: SubscriptionFact, change: ProviderChange
) -> PreviewFact:
    try:
        return await desk.payments.preview_change(fact.id, change)
    except ChargeTooSmall:
        return await desk.payments.preview_change(fact.id, billed_later(fact, change))


async def _change_plan(desk: SubscriptionChangeContext, wanted: LicenseChange) -> None:
    async with one_change(desk) as turn:
        fact = await read_running_subscription(desk)
        plan = plan_of(fact, wanted, desk.payments.price_ids)
        if wanted.effective_from == "period_end":
            await _refuse_other_cost(
                desk, wanted, fact, plan, scheduled.without_billing(fact, plan)
            )
            await scheduled.schedule_seat_change(desk, fact, plan)
        elif plan.change is not None:
            await refuse_discount(desk, plan.change.discount_id, plan.price_id)
            await _refuse_other_cost(desk, wanted, fact, plan, plan.change)
            await _change_now(desk, turn, fact, plan, plan.change)


async def _change_now(
    desk: SubscriptionChangeContext,
    turn: SeatChangeTurn,
    fact: SubscriptionFact,
    plan: SeatChangePlan,
    change: ProviderChange,
) -> None:
    await keep_free(desk, turn, plan.seats)
    changed = await _make_change(desk, fact, change)
    await apply_provider_answer(desk, changed, partial(LicenseChanged, seats=plan.seats))
    if change.lines:
        await scheduled.drop_scheduled_change(desk)
    await remember_discount(desk, change.discount_id)


async def _refuse_other_cost(
    desk: SubscriptionChangeContext,
    wanted: LicenseChange,
    fact: SubscriptionFact,
    plan: SeatChangePlan,
    change: ProviderChange,
) -> None:
    if wanted.quote and wanted.quote != quote_of(plan, await _preview_cost(desk, fact, change)):
        raise CostDiffers("What this costs has changed since it was shown. Look at it again.")


async def _make_change(
    desk: SubscriptionChangeContext, fact: SubscriptionFact, change: ProviderChange
) -> SubscriptionFact:
    try:
        return await desk.payments.change(fact.id, change)
    except ChargeTooSmall:
        return await desk.payments.change(fact.id, billed_later(fact, change))
