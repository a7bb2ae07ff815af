"""Several entitlements in one call: all of them, or none."""

from collections.abc import Sequence
from uuid import UUID

from gatehouse.entitlements import queries, service
from gatehouse.kit.db import Db
from gatehouse.kit.events import Actor
from gatehouse.management.entitlements.schemas import EntitlementChangeOf, EntitlementCreate
from gatehouse.vendor.plans.models import Plan
from gatehouse.vendor.plans.queries import PLANS


async def act(
    db: Db,
    *,
    give: Sequence[EntitlementCreate] = (),
    change: Sequence[EntitlementChangeOf] = (),
    take: Sequence[UUID] = (),
    by: Actor,
) -> list[UUID]:
    """The ids of what was given, in its order. `PlanNotFound`, `HolderNotFound`, `EntitlementNotFound`.

    Two calls that name the same take it in the same order, so neither waits for the other in a ring: first
    what is there, by its id, and then what is new, by what it is.
    """
    known = await PLANS.all(db)
    await queries.HOLD.all(
        db,
        [*take, *(one.id for one in change)],
        [one.tenant_id for one in give],
        [one.plan_id for one in give],
        [one.user_id for one in give],
    )
    made = await _give(db, known, give, by=by)
    for one in change:
        await service.set_end(db, known, one.id, one.expiration_date, by=by)
    if take:
        await service.revoke(db, known, take, by=by)
    return made


async def _give(
    db: Db, known: Sequence[Plan], wanted: Sequence[EntitlementCreate], *, by: Actor
) -> list[UUID]:
    made: dict[int, UUID] = {}
    for number in sorted(range(len(wanted)), key=lambda number: _what(wanted[number])):
        one = wanted[number]
        plan = service.plan_of(known, one.plan_id)
        given = await service.grant(
            db, plan, one.tenant_id, one.user_id, one.expiration_date, by=by
        )
        made[number] = given.id
    return [made[number] for number in range(len(wanted))]


def _what(one: EntitlementCreate) -> tuple[str, str, str]:
    return str(one.tenant_id), str(one.plan_id), str(one.user_id or "")
