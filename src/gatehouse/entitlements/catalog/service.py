"""Features, flags and plans by id; changes go through the configuration document."""

import re
from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from gatehouse.access.vendor import VendorPrincipal
from gatehouse.configuration.service import LockedConfiguration, lock_configuration
from gatehouse.directory.catalogue import service as catalogue
from gatehouse.entitlements.catalog import schemas
from gatehouse.entitlements.errors import FeatureNotFound, FlagNotFound, PlanNotFound
from gatehouse.kit.db import Db
from gatehouse.kit.errors import Conflict
from gatehouse.vendor.features import READ_FEATURES, Feature
from gatehouse.vendor.plans import READ_PLAN, READ_PLANS, VendorPlan


class FeatureKeyTaken(Conflict, code="entitlements.feature_key_taken"): ...


class FlagExists(Conflict, code="entitlements.flag_exists"): ...


async def get_feature(db: Db, feature_id: UUID) -> Feature:
    """Raises `FeatureNotFound`."""
    for one in await READ_FEATURES.all(db):
        if one.id == feature_id:
            return one
    raise FeatureNotFound("The feature was not found")


async def get_feature_keys(db: Db, feature_ids: Collection[UUID]) -> set[str]:
    """Raises `FeatureNotFound` when one of them is none."""
    keys = {one.id: one.key for one in await READ_FEATURES.all(db)} if feature_ids else {}
    if not keys.keys() >= set(feature_ids):
        raise FeatureNotFound("The feature was not found")
    return {keys[one] for one in feature_ids}


async def get_feature_by_flag(db: Db, flag_id: UUID) -> Feature:
    """The feature with this flag; `FlagNotFound`."""
    for one in await READ_FEATURES.all(db):
        if one.flag_id == flag_id and one.flag:
            return one
    raise FlagNotFound("The feature flag was not found")


async def create_feature(db: Db, caller: VendorPrincipal, data: schemas.FeatureCreate) -> Feature:
    """Create a feature. Raises `FeatureKeyTaken`."""
    configuration = await lock_configuration(db, caller)
    if any(one.key == data.key for one in await READ_FEATURES.all(db)):
        raise FeatureKeyTaken("A feature with this key already exists", key=data.key)
    await _save_feature(configuration, data.key, await _to_feature_entry(db, data))
    return next(one for one in await READ_FEATURES.all(db) if one.key == data.key)


async def change_feature(
    db: Db, caller: VendorPrincipal, feature_id: UUID, data: schemas.FeatureChange
) -> None:
    """Change a feature. Raises `FeatureNotFound`; `FeatureKeyTaken` for a changed key, because the product
    uses it."""
    configuration = await lock_configuration(db, caller)
    known = await get_feature(db, feature_id)
    if data.key and data.key != known.key:
        raise FeatureKeyTaken(
            "The key of a feature cannot be changed. Create another feature.", key=data.key
        )
    await _save_feature(configuration, known.key, await _to_feature_entry(db, data))


async def delete_feature(db: Db, caller: VendorPrincipal, feature_id: UUID) -> None:
    """Delete a feature. Raises `DocumentRefused` while plans contain it."""
    configuration = await lock_configuration(db, caller)
    known = await get_feature(db, feature_id)
    await configuration.change({"remove": {"features": [known.key]}})


async def create_flag(db: Db, caller: VendorPrincipal, data: schemas.FlagCreate) -> Feature:
    """Raises `FeatureNotFound`, `FlagExists`."""
    configuration = await lock_configuration(db, caller)
    known = await get_feature(db, data.feature_id)
    if known.flag:
        raise FlagExists("This feature already has a feature flag")
    await _save_feature(configuration, known.key, {"flag": data.to_entry()})
    return await get_feature(db, data.feature_id)


async def change_flag(
    db: Db, caller: VendorPrincipal, flag_id: UUID, data: schemas.FlagChange
) -> Feature:
    """Change a flag. Raises `FlagNotFound`; `FlagExists` when it would move to another feature."""
    configuration = await lock_configuration(db, caller)
    known = await get_feature_by_flag(db, flag_id)
    if data.feature_id not in (None, known.id):
        raise FlagExists("A feature flag cannot be moved to another feature")
    flag = {**(known.flag or {}), **data.to_entry()}
    await _save_feature(configuration, known.key, {"flag": flag})
    return await get_feature_by_flag(db, flag_id)


async def delete_flag(db: Db, caller: VendorPrincipal, flag_id: UUID) -> None:
    configuration = await lock_configuration(db, caller)
    known = await get_feature_by_flag(db, flag_id)
    await _save_feature(configuration, known.key, {"flag": None})


async def _to_feature_entry(db: Db, data: schemas.FeatureChange) -> dict[str, Any]:
    given = data.model_dump(exclude_none=True, exclude={"key", "permissions"})
    if data.permissions is not None:
        given["permissions"] = await _list_permission_keys(db, data.permissions)
    return given


async def _list_permission_keys(db: Db, wanted: Sequence[str | schemas.PermissionRef]) -> list[str]:
    refs = [one for one in wanted if isinstance(one, schemas.PermissionRef)]
    ids = [one.permission_id for one in refs if one.permission_id and not one.permission_key]
    found = await catalogue.get_permissions_by_id(db, ids) if ids else []
    named = [one.permission_key for one in refs if one.permission_key]
    return [*(one for one in wanted if isinstance(one, str)), *named, *(one.key for one in found)]


async def _save_feature(
    configuration: LockedConfiguration, key: str, entry: dict[str, Any]
) -> None:
    await configuration.change({"features": {key: entry}})


async def get_plan(db: Db, plan_id: UUID) -> VendorPlan:
    """Raises `PlanNotFound`."""
    plan = await READ_PLAN.first(db, plan_id)
    if plan is None:
        raise PlanNotFound("The plan was not found")
    return plan


async def create_plan(db: Db, caller: VendorPrincipal, data: schemas.PlanCreate) -> VendorPlan:
    configuration = await lock_configuration(db, caller)
    key = _derive_plan_key(data.name, {one.key for one in await READ_PLANS.all(db)})
    await configuration.change({"plans": {key: data.to_entry()}})
    return next(one for one in await READ_PLANS.all(db) if one.key == key)


async def change_plan(
    db: Db, caller: VendorPrincipal, plan_id: UUID, data: schemas.PlanEdit
) -> VendorPlan:
    configuration = await lock_configuration(db, caller)
    known = await get_plan(db, plan_id)
    await configuration.change({"plans": {known.key: data.to_entry()}})
    return await get_plan(db, plan_id)


async def delete_plan(db: Db, caller: VendorPrincipal, plan_id: UUID) -> None:
    """Delete a plan and the entitlements to it."""
    configuration = await lock_configuration(db, caller)
    known = await get_plan(db, plan_id)
    await configuration.change({"remove": {"plans": [known.key]}})


async def change_features_of_plan(
    db: Db,
    caller: VendorPrincipal,
    plan_id: UUID,
    *,
    link: Collection[UUID] = (),
    unlink: Collection[UUID] = (),
) -> None:
    """Add and remove features of a plan. Raises `FeatureNotFound`; adding an included one or removing a
    missing one is no error."""
    configuration = await lock_configuration(db, caller)
    known = await get_plan(db, plan_id)
    keys = set(known.features) | await get_feature_keys(db, link)
    keys -= await get_feature_keys(db, unlink)
    document = {"plans": {known.key: {"features": sorted(keys)}}}
    await configuration.change(document)


def _derive_plan_key(name: str, taken: Collection[str]) -> str:
    wanted = re.sub(r"[^a-z0-9]+", "-", name.lower())[:80].strip("-") or "plan"
    key, number = wanted, 2
    while key in taken:
        key, number = f"{wanted}-{number}", number + 1
    return key
