"""Previews a change and makes it. The same plan serves both, so what is shown is what is charged."""

from functools import partial
from uuid import UUID

from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce
from gatehouse.kit import clock
from gatehouse.licensing.changes import queries
from gatehouse.licensing.changes.plan import Plan, billed_later, plan_of
from gatehouse.licensing.changes.schemas import LicenseChange, PlanChange
from gatehouse.licensing.changes.seats import kept_free, refuse_seats_in_use
from gatehouse.licensing.licenses.events import LicenseChanged, LicenseRenamed
from gatehouse.licensing.licenses.models import ListedLicense
from gatehouse.licensing.licenses.service import get_license
from gatehouse.licensing.subscriptions.desk import Desk, keep, running
from gatehouse.providers.payments.errors import ChargeTooSmall
from gatehouse.providers.payments.port import Change, PreviewFact, SubscriptionFact

NO_CHANGE = Change(lines=(), mode="do_not_bill", discount_id=None)


async def preview_change(
    desk: Desk, license_id: UUID, wanted: PlanChange
) -> tuple[Plan, PreviewFact]:
    """The plan and what it costs; refused as the change itself would be."""
    fact = await running(desk, license_id)
    plan = plan_of(fact, wanted, desk.payments.price_ids)
    await refuse_seats_in_use(desk.call, desk.caller, license_id, plan.seats)
    change = plan.change or NO_CHANGE
    try:
        return plan, await desk.payments.preview_change(fact.id, change)
    except ChargeTooSmall:
        return plan, await desk.payments.preview_change(fact.id, billed_later(fact, change))


async def change_license(desk: Desk, license_id: UUID, wanted: LicenseChange) -> ListedLicense:
    if wanted.max_seats or wanted.price_id or wanted.discount_id:
        await _change_plan(desk, license_id, wanted)
    async with desk.call.transaction() as db:
        found = await get_license(db, desk.caller, license_id)
        if not wanted.name or wanted.name == found.name:
            return found
        await queries.RENAME.run(db, desk.caller.tenant_id, license_id, wanted.name, clock.now())
        event = LicenseRenamed(desk.caller.tenant_id, license_id, wanted.name, found.name)
        await announce(db, event, by=by_caller(desk.caller, desk.client))
        return await get_license(db, desk.caller, license_id)


async def _change_plan(desk: Desk, license_id: UUID, wanted: PlanChange) -> None:
    fact = await running(desk, license_id)
    plan = plan_of(fact, wanted, desk.payments.price_ids)
    if plan.change is None:
        return
    async with kept_free(desk.call, desk.caller, license_id, plan.seats):
        changed = await _make(desk, fact, plan.change)
    await keep(desk, license_id, changed, partial(LicenseChanged, seats=plan.seats))


async def _make(desk: Desk, fact: SubscriptionFact, change: Change) -> SubscriptionFact:
    try:
        return await desk.payments.change(fact.id, change)
    except ChargeTooSmall:
        return await desk.payments.change(fact.id, billed_later(fact, change))
