"""`/entitlements/resources`: features, feature flags, and plans: features that are sold together."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from fastapi import Query as Parameter
from fastapi import Response

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.entitlements import queries
from gatehouse.entitlements.catalog import schemas, service
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.paging import SearchQuery, mentions_text, page_of
from gatehouse.kit.tenant_ids import TenantId
from gatehouse.vendor.current import CurrentConfiguration
from gatehouse.vendor.features import READ_FEATURES
from gatehouse.vendor.plans import READ_PLANS, VendorPlan

READ, WRITE = VendorPermission.READ_ENTITLEMENTS, VendorPermission.WRITE_ENTITLEMENTS

router = Router(prefix="/entitlements/resources", tags=["Vendor"], route_class=VendorRoute)


@router.get("/features/v1", permission=READ, response_model_exclude_none=True)
async def list_features(
    db: VendorTransaction,
    configuration: CurrentConfiguration,
    query: Annotated[schemas.FeatureQuery, Parameter()],
) -> schemas.FeaturePage:
    found, more = page_of([one for one in await READ_FEATURES.all(db) if query.matches(one)], query)
    vendor_id = configuration.vendor.id
    return schemas.FeaturePage(
        items=[schemas.FeatureOut.from_feature(one, vendor_id) for one in found], has_next=more
    )


@router.post("/features/v1", permission=WRITE, response_model_exclude_none=True)
@router.post(
    "/features/v2",
    permission=WRITE,
    response_model_exclude_none=True,
    operation_id="create_feature_v2",
)
async def create_feature(
    db: VendorTransaction,
    caller: VendorCaller,
    configuration: CurrentConfiguration,
    data: schemas.FeatureCreate,
) -> schemas.FeatureOut:
    """409 `entitlements.feature_key_taken`; 400 for a permission that does not exist."""
    made = await service.create_feature(db, caller, data)
    return schemas.FeatureOut.from_feature(made, configuration.vendor.id)


@router.patch("/features/v1/{feature_id}", permission=WRITE, response_class=Response)
@router.patch(
    "/features/v2/{feature_id}",
    permission=WRITE,
    operation_id="change_feature_v2",
    response_class=Response,
)
async def change_feature(
    db: VendorTransaction, caller: VendorCaller, feature_id: UUID, data: schemas.FeatureChange
) -> None:
    await service.change_feature(db, caller, feature_id, data)


@router.delete("/features/v1/{feature_id}", permission=WRITE, response_class=Response)
async def delete_feature(db: VendorTransaction, caller: VendorCaller, feature_id: UUID) -> None:
    """400 while a plan holds it."""
    await service.delete_feature(db, caller, feature_id)


@router.get("/feature-flags/v1", permission=READ, response_model_exclude_none=True)
async def list_feature_flags(
    db: VendorTransaction, query: Annotated[SearchQuery, Parameter()]
) -> schemas.FlagPage:
    flags = [
        one
        for one in await READ_FEATURES.all(db)
        if one.flag and mentions_text(one.name, one.key, one.flag["name"], text=query.filter)
    ]
    found, more = page_of(flags, query)
    return schemas.FlagPage(
        items=[schemas.FlagOut.from_feature(one) for one in found], has_next=more
    )


@router.post("/feature-flags/v1", permission=WRITE, response_model_exclude_none=True)
async def create_feature_flag(
    db: VendorTransaction, caller: VendorCaller, data: schemas.FlagCreate
) -> schemas.FlagOut:
    """A feature has one flag: 409 `entitlements.flag_exists`."""
    return schemas.FlagOut.from_feature(await service.create_flag(db, caller, data))


@router.get("/feature-flags/v1/{flag_id}", permission=READ, response_model_exclude_none=True)
async def get_feature_flag(db: VendorTransaction, flag_id: UUID) -> schemas.FlagOut:
    return schemas.FlagOut.from_feature(await service.get_feature_by_flag(db, flag_id))


@router.patch("/feature-flags/v1/{flag_id}", permission=WRITE, response_model_exclude_none=True)
async def change_feature_flag(
    db: VendorTransaction, caller: VendorCaller, flag_id: UUID, data: schemas.FlagChange
) -> schemas.FlagOut:
    return schemas.FlagOut.from_feature(await service.change_flag(db, caller, flag_id, data))


@router.delete("/feature-flags/v1/{flag_id}", permission=WRITE, response_class=Response)
async def delete_feature_flag(db: VendorTransaction, caller: VendorCaller, flag_id: UUID) -> None:
    await service.delete_flag(db, caller, flag_id)


@router.get("/plans/v1", permission=READ, response_model_exclude_none=True)
async def list_plans(
    db: VendorTransaction,
    configuration: CurrentConfiguration,
    query: Annotated[schemas.PlanQuery, Parameter()],
) -> schemas.PlanPage:
    return await _build_plan_page(db, await READ_PLANS.all(db), query, configuration.vendor.id)


@router.post("/plans/v1", permission=WRITE, response_model_exclude_none=True)
async def create_plan(
    db: VendorTransaction,
    caller: VendorCaller,
    configuration: CurrentConfiguration,
    data: schemas.PlanCreate,
) -> schemas.PlanOut:
    """Its key is made of the name."""
    made = await service.create_plan(db, caller, data)
    return schemas.PlanOut.from_plan(made, configuration.vendor.id, await READ_FEATURES.all(db))


@router.get("/plans/v1/tenant/{tenant_id}", permission=READ, response_model_exclude_none=True)
async def list_plans_of_tenant(
    db: VendorTransaction,
    configuration: CurrentConfiguration,
    tenant_id: TenantId,
    query: Annotated[schemas.TenantPlanQuery, Parameter()],
) -> schemas.PlanPage:
    """All, or with `excludeNonEntitledPlans` those that the account has now. 404 for an unknown account."""
    await get_tenant(db, tenant_id)
    found = await READ_PLANS.all(db)
    if query.exclude_non_entitled_plans:
        now = clock.now()
        held = {
            one.plan_id
            for one in await queries.GRANTS.all(db, tenant_id, None)
            if one.expires_at is None or one.expires_at > now
        }
        found = [one for one in found if one.id in held]
    return await _build_plan_page(db, found, query, configuration.vendor.id)


async def _build_plan_page(
    db: Db, known: Sequence[VendorPlan], query: schemas.PlanQuery, vendor_id: UUID
) -> schemas.PlanPage:
    features = await READ_FEATURES.all(db)
    keys = {*query.feature_keys, *(one.key for one in features if one.id in query.feature_ids)}
    if query.tenant_ids or query.user_ids:
        held = {*await queries.PLANS_OF.all(db, query.tenant_ids, query.user_ids)}
        known = [one for one in known if one.id in held]
    wanted = [
        one
        for one in known
        if mentions_text(one.name, one.key, text=query.filter)
        and (not (query.feature_ids or query.feature_keys) or bool(keys & {*one.features}))
    ]
    found, more = page_of(wanted, query)
    return schemas.PlanPage(
        items=[schemas.PlanOut.from_plan(one, vendor_id, features) for one in found], has_next=more
    )


@router.get("/plans/v1/{plan_id}", permission=READ, response_model_exclude_none=True)
async def get_plan(
    db: VendorTransaction, configuration: CurrentConfiguration, plan_id: UUID
) -> schemas.PlanOut:
    found = await service.get_plan(db, plan_id)
    return schemas.PlanOut.from_plan(found, configuration.vendor.id, await READ_FEATURES.all(db))


@router.patch("/plans/v1/{plan_id}", permission=WRITE, response_model_exclude_none=True)
async def change_plan(
    db: VendorTransaction,
    caller: VendorCaller,
    configuration: CurrentConfiguration,
    plan_id: UUID,
    data: schemas.PlanEdit,
) -> schemas.PlanOut:
    changed = await service.change_plan(db, caller, plan_id, data)
    return schemas.PlanOut.from_plan(changed, configuration.vendor.id, await READ_FEATURES.all(db))


@router.delete("/plans/v1/{plan_id}", permission=WRITE, response_class=Response)
async def delete_plan(db: VendorTransaction, caller: VendorCaller, plan_id: UUID) -> None:
    """Delete a plan; tenants and users that have it lose it."""
    await service.delete_plan(db, caller, plan_id)


@router.get("/plans/v1/{plan_id}/features", permission=READ, response_model_exclude_none=True)
async def list_features_of_plan(
    db: VendorTransaction,
    configuration: CurrentConfiguration,
    plan_id: UUID,
    query: Annotated[schemas.FeatureQuery, Parameter()],
) -> schemas.FeaturePage:
    keys = (await service.get_plan(db, plan_id)).features
    wanted = [one for one in await READ_FEATURES.all(db) if one.key in keys and query.matches(one)]
    found, more = page_of(wanted, query)
    vendor_id = configuration.vendor.id
    return schemas.FeaturePage(
        items=[schemas.FeatureOut.from_feature(one, vendor_id) for one in found], has_next=more
    )


@router.patch("/plans/v1/{plan_id}/features/link", permission=WRITE, response_class=Response)
async def link_features(
    db: VendorTransaction, caller: VendorCaller, plan_id: UUID, data: schemas.FeatureIds
) -> None:
    await service.change_features_of_plan(db, caller, plan_id, link=data.features_ids)


@router.patch("/plans/v1/{plan_id}/features/unlink", permission=WRITE, response_class=Response)
async def unlink_features(
    db: VendorTransaction, caller: VendorCaller, plan_id: UUID, data: schemas.FeatureIds
) -> None:
    await service.change_features_of_plan(db, caller, plan_id, unlink=data.features_ids)
