"""Previews a change and makes it. The same plan serves both, so what is shown is what is charged."""

from functools import partial

from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce
from gatehouse.kit import clock
from gatehouse.licensing.licenses.changes import queries
from gatehouse.licensing.licenses.changes.discount import refuse_discount, remember_discount
from gatehouse.licensing.licenses.changes.errors import CostDiffers
from gatehouse.licensing.licenses.changes.plan import Plan, billed_later, plan_of
from gatehouse.licensing.licenses.changes.quote import quote_of
from gatehouse.licensing.licenses.changes.schemas import LicenseChange, PlanChange
from gatehouse.licensing.licenses.changes.seats import (
    Turn,
    keep_free,
    one_change,
    refuse_seats_in_use,
)
from gatehouse.licensing.licenses.events import LicenseChanged, LicenseRenamed
from gatehouse.licensing.licenses.models import ListedLicense
from gatehouse.licensing.licenses.scheduled_seats import service as scheduled
from gatehouse.licensing.licenses.service import get_license
from gatehouse.licensing.subscriptions.desk import Desk, keep, running
from gatehouse.providers.payments.errors import ChargeTooSmall
from gatehouse.providers.payments.port import Change, PreviewFact, SubscriptionFact

NO_CHANGE = Change(lines=(), mode="do_not_bill", discount_id=None)


async def preview_change(desk: Desk, wanted: PlanChange) -> tuple[Plan, PreviewFact]:
    """The plan and what it costs; refused as the change itself would be."""
    fact = await running(desk)
    plan = plan_of(fact, wanted, desk.payments.price_ids)
    if wanted.effective_from == "period_end":
        return plan, await _cost(desk, fact, scheduled.unbilled(fact, plan))
    await refuse_seats_in_use(desk, plan.seats)
    change = plan.change or NO_CHANGE
    await refuse_discount(desk, change.discount_id, plan.price_id)
    return plan, await _cost(desk, fact, change)


async def change_license(desk: Desk, wanted: LicenseChange) -> ListedLicense:
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
        await announce(db, event, by=by_caller(desk.caller, desk.client))
        return await get_license(db, desk.box, desk.caller, desk.license_id)


async def _cost(desk: Desk, fact: SubscriptionFact, change: Change) -> PreviewFact:
    try:
        return await desk.payments.preview_change(fact.id, change)
    except ChargeTooSmall:
        return await desk.payments.preview_change(fact.id, billed_later(fact, change))


async def _change_plan(desk: Desk, wanted: LicenseChange) -> None:
    async with one_change(desk) as turn:
        fact = await running(desk)
        plan = plan_of(fact, wanted, desk.payments.price_ids)
        if wanted.effective_from == "period_end":
            await _refuse_other_cost(desk, wanted, fact, plan, scheduled.unbilled(fact, plan))
            await scheduled.schedule(desk, fact, plan)
        elif plan.change is not None:
            await refuse_discount(desk, plan.change.discount_id, plan.price_id)
            await _refuse_other_cost(desk, wanted, fact, plan, plan.change)
            await _change_now(desk, turn, fact, plan, plan.change)


async def _change_now(
    desk: Desk, turn: Turn, fact: SubscriptionFact, plan: Plan, change: Change
) -> None:
    await keep_free(desk, turn, plan.seats)
    changed = await _make(desk, fact, change)
    await keep(desk, changed, partial(LicenseChanged, seats=plan.seats))
    if change.lines:
        await scheduled.overtaken(desk)
    await remember_discount(desk, change.discount_id)


async def _refuse_other_cost(
    desk: Desk, wanted: LicenseChange, fact: SubscriptionFact, plan: Plan, change: Change
) -> None:
    if wanted.quote and wanted.quote != quote_of(plan, await _cost(desk, fact, change)):
        raise CostDiffers("What this costs has changed since it was shown. Look at it again.")


async def _make(desk: Desk, fact: SubscriptionFact, change: Change) -> SubscriptionFact:
    try:
        return await desk.payments.change(fact.id, change)
    except ChargeTooSmall:
        return await desk.payments.change(fact.id, billed_later(fact, change))
