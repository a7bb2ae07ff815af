"""Plans by id; what changes goes through the document."""

import re
from collections.abc import Collection
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal
from gatehouse.configuration.service import lock_configuration
from gatehouse.entitlements.features.service import keys_of
from gatehouse.entitlements.plans.schemas import PlanCreate, PlanEdit
from gatehouse.entitlements.service import plan_of
from gatehouse.kit.db import Db
from gatehouse.vendor.plans import READ_PLANS, VendorPlan


async def get_plan(db: Db, plan_id: UUID) -> VendorPlan:
    """Raises `PlanNotFound`."""
    return plan_of(await READ_PLANS.all(db), plan_id)


async def create_plan(
    db: Db, caller: VendorPrincipal, client: Client, data: PlanCreate
) -> VendorPlan:
    configuration = await lock_configuration(db, caller, client)
    key = _free_key(data.name, {one.key for one in await READ_PLANS.all(db)})
    await configuration.change({"plans": {key: data.entry()}})
    return next(one for one in await READ_PLANS.all(db) if one.key == key)


async def change_plan(
    db: Db, caller: VendorPrincipal, client: Client, plan_id: UUID, data: PlanEdit
) -> VendorPlan:
    configuration = await lock_configuration(db, caller, client)
    known = await get_plan(db, plan_id)
    await configuration.change({"plans": {known.key: data.entry()}})
    return await get_plan(db, plan_id)


async def delete_plan(db: Db, caller: VendorPrincipal, client: Client, plan_id: UUID) -> None:
    """Delete a plan and the entitlements to it."""
    configuration = await lock_configuration(db, caller, client)
    known = await get_plan(db, plan_id)
    await configuration.change({"remove": {"plans": [known.key]}})


async def set_features(
    db: Db,
    caller: VendorPrincipal,
    client: Client,
    plan_id: UUID,
    *,
    link: Collection[UUID] = (),
    unlink: Collection[UUID] = (),
) -> None:
    """Add and remove features of a plan. Raises `FeatureNotFound`; adding an included one or removing a
    missing one is no error."""
    configuration = await lock_configuration(db, caller, client)
    known = await get_plan(db, plan_id)
    keys = set(known.features) | await keys_of(db, link)
    keys -= await keys_of(db, unlink)
    document = {"plans": {known.key: {"features": sorted(keys)}}}
    await configuration.change(document)


def _free_key(name: str, taken: Collection[str]) -> str:
    wanted = re.sub(r"[^a-z0-9]+", "-", name.lower())[:80].strip("-") or "plan"
    key, number = wanted, 2
    while key in taken:
        key, number = f"{wanted}-{number}", number + 1
    return key
