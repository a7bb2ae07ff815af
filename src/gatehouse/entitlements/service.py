"""Reads, grants, changes and revokes entitlements, and grants the plans of new tenants."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.audit.actors import SYSTEM
from gatehouse.audit.service import announce_event
from gatehouse.directory.tenants.events import TenantCreated
from gatehouse.entitlements import queries, wire
from gatehouse.entitlements.errors import EntitlementNotFound, HolderNotFound, PlanNotFound
from gatehouse.entitlements.events import (
    EntitlementChanged,
    EntitlementGranted,
    EntitlementRevoked,
)
from gatehouse.entitlements.models import Entitlement, PlanGrant
from gatehouse.entitlements.schemas import UserEntitlements, VendorEntitlements
from gatehouse.entitlements.vendor_schemas import EntitlementChangeOf, EntitlementCreate
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id
from gatehouse.kit.db import Db, Scope
from gatehouse.kit.events import Actor, EventEnvelope, subscribe_to_event
from gatehouse.kit.jobs import JobContext, scheduled_job
from gatehouse.vendor.configuration.snapshot import Snapshot
from gatehouse.vendor.features import READ_FEATURES
from gatehouse.vendor.plans import READ_PLANS, VendorPlan


async def read_entitlements_of_caller(
    db: Db, caller: Principal, configuration: Snapshot
) -> UserEntitlements:
    """The database is asked only where the vendor sells anything."""
    grants: list[PlanGrant] = []
    if configuration.plans:
        grants = await queries.GRANTS.all(db, caller.tenant_id, caller.person_id)
    return wire.build_user_entitlements(
        configuration.features, configuration.plans, grants, caller.permissions
    )


async def read_entitlements_of_all_tenants(db: Db) -> VendorEntitlements:
    """Entitlements for the vendor's backends. The offset is read first, so that a concurrent change is read
    once more."""
    offset = await queries.CHANGES.one(db)
    data = wire.build_snapshot(
        await READ_FEATURES.all(db), await READ_PLANS.all(db), await queries.ALL_GRANTS.all(db)
    )
    return VendorEntitlements(data=data, snapshot_offset=offset)


async def grant_entitlement(
    db: Db,
    plan: VendorPlan,
    tenant_id: UUID,
    user_id: UUID | None,
    expires_at: datetime | None,
    *,
    by: Actor,
) -> Entitlement:
    """Grant an entitlement until `expires_at`, or as long as the plan says; granting it again replaces its
    end. Raises `HolderNotFound`."""
    if not await queries.MEMBER.one(db, tenant_id, user_id):
        raise HolderNotFound("The tenant was not found, or the user is not a member of it")
    now = clock.now()
    if expires_at is None and plan.days:
        expires_at = now + timedelta(days=plan.days)
    made = await queries.ADD.one(db, new_id(), tenant_id, user_id, plan.id, expires_at, now)
    await announce_event(db, EntitlementGranted(tenant_id, made.id, plan.name, user_id), by=by)
    return made


async def set_entitlement_expiry(
    db: Db,
    plans: Sequence[VendorPlan],
    entitlement_id: UUID,
    expires_at: datetime | None,
    *,
    by: Actor,
) -> Entitlement:
    """Raises `EntitlementNotFound`."""
    changed = await queries.CHANGE.first(db, entitlement_id, expires_at, clock.now())
    if changed is None:
        raise EntitlementNotFound("The entitlement was not found")
    name = get_plan_by_id(plans, changed.plan_id).name
    event = EntitlementChanged(changed.tenant_id, changed.id, name, changed.user_id)
    await announce_event(db, event, by=by)
    return changed


async def revoke_entitlements(
    db: Db, plans: Sequence[VendorPlan], entitlement_ids: Sequence[UUID], *, by: Actor
) -> None:
    """Revoke entitlements. Raises `EntitlementNotFound` when one of them does not exist; then none is
    revoked."""
    gone = await queries.DELETE.all(db, list(entitlement_ids))
    if len(gone) < len(set(entitlement_ids)):
        raise EntitlementNotFound("The entitlement was not found")
    for one in gone:
        name = get_plan_by_id(plans, one.plan_id).name
        await announce_event(
            db, EntitlementRevoked(one.tenant_id, one.id, name, one.user_id), by=by
        )


def get_plan_by_id(plans: Sequence[VendorPlan], plan_id: UUID) -> VendorPlan:
    """Raises `PlanNotFound`."""
    for plan in plans:
        if plan.id == plan_id:
            return plan
    raise PlanNotFound("The plan was not found")


async def change_entitlements(
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
    known = await READ_PLANS.all(db)
    await queries.HOLD.all(
        db,
        [*take, *(one.id for one in change)],
        [one.tenant_id for one in give],
        [one.plan_id for one in give],
        [one.user_id for one in give],
    )
    made = await _grant_in_order(db, known, give, by=by)
    for one in change:
        await set_entitlement_expiry(db, known, one.id, one.expiration_date, by=by)
    if take:
        await revoke_entitlements(db, known, take, by=by)
    return made


async def _grant_in_order(
    db: Db, known: Sequence[VendorPlan], wanted: Sequence[EntitlementCreate], *, by: Actor
) -> list[UUID]:
    made: dict[int, UUID] = {}
    for number in sorted(range(len(wanted)), key=lambda number: _to_grant_key(wanted[number])):
        one = wanted[number]
        plan = get_plan_by_id(known, one.plan_id)
        given = await grant_entitlement(
            db, plan, one.tenant_id, one.user_id, one.expiration_date, by=by
        )
        made[number] = given.id
    return [made[number] for number in range(len(wanted))]


def _to_grant_key(one: EntitlementCreate) -> tuple[str, str, str]:
    return str(one.tenant_id), str(one.plan_id), str(one.user_id or "")


@subscribe_to_event(TenantCreated, "entitlements.welcome")
async def assign_signup_plans(context: JobContext, news: EventEnvelope[TenantCreated]) -> None:
    """The plans of `assign_on_signup`."""
    tenant_id = news.event.tenant_id
    if tenant_id is None:
        return
    async with context.database.transaction(Scope.system()) as db:
        for plan in await READ_PLANS.all(db):
            if plan.assign_on_signup:
                await grant_entitlement(db, plan, tenant_id, None, None, by=SYSTEM)


@scheduled_job("entitlements.fold", "13 * * * *")
async def merge_change_counts(context: JobContext) -> None:
    """Let the number of changes stay few rows."""
    async with context.database.transaction(Scope.system()) as db:
        await queries.FOLD.run(db)
