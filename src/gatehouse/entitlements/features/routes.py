"""`/entitlements/resources`: features and feature flags."""

from typing import Annotated
from uuid import UUID

from fastapi import Query as Parameter
from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.entitlements.features import service as features
from gatehouse.entitlements.features.schemas import (
    FeatureChange,
    FeatureCreate,
    FeatureOut,
    FeaturePage,
    FeatureQuery,
    FlagChange,
    FlagCreate,
    FlagOut,
    FlagPage,
)
from gatehouse.kit.paging import SearchQuery, mentions_text, page_of
from gatehouse.vendor.current import CurrentConfiguration
from gatehouse.vendor.features import READ_FEATURES

router = Router(prefix="/entitlements/resources", tags=["Vendor"], route_class=VendorRoute)


@router.get(
    "/features/v1", permission=VendorPermission.READ_ENTITLEMENTS, response_model_exclude_none=True
)
async def list_features(
    db: VendorTransaction,
    configuration: CurrentConfiguration,
    query: Annotated[FeatureQuery, Parameter()],
) -> FeaturePage:
    found, more = page_of([one for one in await READ_FEATURES.all(db) if query.wants(one)], query)
    vendor_id = configuration.vendor.id
    return FeaturePage(items=[FeatureOut.of(one, vendor_id) for one in found], has_next=more)


@router.post(
    "/features/v1", permission=VendorPermission.WRITE_ENTITLEMENTS, response_model_exclude_none=True
)
@router.post(
    "/features/v2",
    permission=VendorPermission.WRITE_ENTITLEMENTS,
    response_model_exclude_none=True,
    operation_id="create_feature_v2",
)
async def create_feature(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    configuration: CurrentConfiguration,
    data: FeatureCreate,
) -> FeatureOut:
    """409 `entitlements.feature_key_taken`; 400 for a permission that does not exist."""
    made = await features.create_feature(db, caller, client, data)
    return FeatureOut.of(made, configuration.vendor.id)


@router.patch(
    "/features/v1/{feature_id}",
    permission=VendorPermission.WRITE_ENTITLEMENTS,
    response_class=Response,
)
@router.patch(
    "/features/v2/{feature_id}",
    permission=VendorPermission.WRITE_ENTITLEMENTS,
    operation_id="change_feature_v2",
    response_class=Response,
)
async def change_feature(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    feature_id: UUID,
    data: FeatureChange,
) -> None:
    await features.change_feature(db, caller, client, feature_id, data)


@router.delete(
    "/features/v1/{feature_id}",
    permission=VendorPermission.WRITE_ENTITLEMENTS,
    response_class=Response,
)
async def delete_feature(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, feature_id: UUID
) -> None:
    """400 while a plan holds it."""
    await features.delete_feature(db, caller, client, feature_id)


@router.get(
    "/feature-flags/v1",
    permission=VendorPermission.READ_ENTITLEMENTS,
    response_model_exclude_none=True,
)
async def list_feature_flags(
    db: VendorTransaction, query: Annotated[SearchQuery, Parameter()]
) -> FlagPage:
    flags = [
        one
        for one in await READ_FEATURES.all(db)
        if one.flag and mentions_text(one.name, one.key, one.flag["name"], text=query.filter)
    ]
    found, more = page_of(flags, query)
    return FlagPage(items=[FlagOut.of(one) for one in found], has_next=more)


@router.post(
    "/feature-flags/v1",
    permission=VendorPermission.WRITE_ENTITLEMENTS,
    response_model_exclude_none=True,
)
async def create_feature_flag(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: FlagCreate
) -> FlagOut:
    """A feature has one flag: 409 `entitlements.flag_exists`."""
    return FlagOut.of(await features.create_flag(db, caller, client, data))


@router.get(
    "/feature-flags/v1/{flag_id}",
    permission=VendorPermission.READ_ENTITLEMENTS,
    response_model_exclude_none=True,
)
async def get_feature_flag(db: VendorTransaction, flag_id: UUID) -> FlagOut:
    return FlagOut.of(await features.get_feature_by_flag(db, flag_id))


@router.patch(
    "/feature-flags/v1/{flag_id}",
    permission=VendorPermission.WRITE_ENTITLEMENTS,
    response_model_exclude_none=True,
)
async def change_feature_flag(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    flag_id: UUID,
    data: FlagChange,
) -> FlagOut:
    return FlagOut.of(await features.change_flag(db, caller, client, flag_id, data))


@router.delete(
    "/feature-flags/v1/{flag_id}",
    permission=VendorPermission.WRITE_ENTITLEMENTS,
    response_class=Response,
)
async def delete_feature_flag(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, flag_id: UUID
) -> None:
    await features.delete_flag(db, caller, client, flag_id)
