"""`/entitlements/resources/entitlements`: plans of tenants and users."""

from typing import Annotated
from uuid import UUID

from fastapi import Query as Parameter
from fastapi import Response

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.entitlements import queries, service, vendor_schemas
from gatehouse.entitlements.catalog.schemas import PlanOut
from gatehouse.entitlements.catalog.service import get_plan
from gatehouse.entitlements.errors import EntitlementNotFound
from gatehouse.entitlements.models import Entitlement
from gatehouse.kit.lists import ListQuery
from gatehouse.vendor.current import CurrentConfiguration
from gatehouse.vendor.plans import READ_PLANS

READ, WRITE = VendorPermission.READ_ENTITLEMENTS, VendorPermission.WRITE_ENTITLEMENTS

router = Router(
    prefix="/entitlements/resources/entitlements/v2", tags=["Vendor"], route_class=VendorRoute
)


@router.get("", permission=READ, response_model_exclude_none=True)
async def list_entitlements(
    db: VendorTransaction,
    configuration: CurrentConfiguration,
    query: Annotated[vendor_schemas.EntitlementQuery, Parameter()],
) -> vendor_schemas.EntitlementPage:
    """A page of entitlements; `withRelations` includes each plan."""
    plan_ids = [*query.plan_ids, *([query.plan_id] if query.plan_id else [])]
    page = await queries.PAGES.page(
        db,
        ListQuery(offset=query.offset, limit=query.limit + 1, order=query.sort_type),
        query.order_by,
        tenants=query.tenant_ids or None,
        plans=plan_ids or None,
        users=query.user_ids or None,
        of_users=None if query.assign_level is None else query.assign_level == "USER",
    )
    rows = page["rows"] if page else []
    found = [Entitlement.from_row(row) for row in rows[: query.limit]]
    known = await READ_PLANS.all(db) if query.with_relations else []
    needed = {one.plan_id for one in found}
    plans = {
        one.id: PlanOut.from_plan(one, configuration.vendor.id) for one in known if one.id in needed
    }
    items = [vendor_schemas.EntitlementOut.from_row(one, plans.get(one.plan_id)) for one in found]
    return vendor_schemas.EntitlementPage(items=items, has_next=len(rows) > query.limit)


@router.post("", permission=WRITE, response_model_exclude_none=True)
async def create_entitlement(
    db: VendorTransaction,
    caller: VendorCaller,
    configuration: CurrentConfiguration,
    data: vendor_schemas.EntitlementCreate,
) -> vendor_schemas.EntitlementOut:
    """Given again, its end is the new one. 404 `entitlements.plan_not_found`,
    `entitlements.holder_not_found`."""
    plan = await get_plan(db, data.plan_id)
    made = await service.grant_entitlement(
        db, plan, data.tenant_id, data.user_id, data.expiration_date, by=caller.actor
    )
    return vendor_schemas.EntitlementOut.from_row(
        made, PlanOut.from_plan(plan, configuration.vendor.id)
    )


@router.post("/batch", permission=WRITE)
async def create_entitlements(
    db: VendorTransaction, caller: VendorCaller, data: vendor_schemas.EntitlementsCreate
) -> vendor_schemas.EntitlementIds:
    """All of them, or none."""
    made = await service.change_entitlements(db, give=data.entitlements, by=caller.actor)
    return vendor_schemas.EntitlementIds(entitlement_ids=made)


@router.post("/batch-actions", permission=WRITE)
async def act_on_entitlements(
    db: VendorTransaction, caller: VendorCaller, data: vendor_schemas.EntitlementActions
) -> vendor_schemas.EntitlementIds:
    """All of them, or none. The ids are those of `createActions`, in their order."""
    made = await service.change_entitlements(
        db,
        give=data.create_actions,
        change=data.update_actions,
        take=data.delete_actions,
        by=caller.actor,
    )
    return vendor_schemas.EntitlementIds(entitlement_ids=made)


@router.patch("/batch", permission=WRITE, response_class=Response)
async def change_entitlements(
    db: VendorTransaction, caller: VendorCaller, data: vendor_schemas.EntitlementsChange
) -> None:
    """All of them, or none."""
    await service.change_entitlements(db, change=data.entitlements, by=caller.actor)


@router.delete("/batch", permission=WRITE, response_class=Response)
async def delete_entitlements(
    db: VendorTransaction,
    caller: VendorCaller,
    ids: Annotated[list[UUID], Parameter(min_length=1, max_length=100)],
) -> None:
    """All of them, or none."""
    await service.change_entitlements(db, take=ids, by=caller.actor)


@router.get("/{entitlement_id}", permission=READ, response_model_exclude_none=True)
async def get_entitlement(
    db: VendorTransaction, configuration: CurrentConfiguration, entitlement_id: UUID
) -> vendor_schemas.EntitlementOut:
    found = await queries.FIND.first(db, entitlement_id)
    if found is None:
        raise EntitlementNotFound("The entitlement was not found")
    plan = await get_plan(db, found.plan_id)
    return vendor_schemas.EntitlementOut.from_row(
        found, PlanOut.from_plan(plan, configuration.vendor.id)
    )


@router.patch("/{entitlement_id}", permission=WRITE, response_model_exclude_none=True)
async def change_entitlement(
    db: VendorTransaction,
    caller: VendorCaller,
    configuration: CurrentConfiguration,
    entitlement_id: UUID,
    data: vendor_schemas.EntitlementChange,
) -> vendor_schemas.EntitlementOut:
    """Change when an entitlement ends."""
    known = await READ_PLANS.all(db)
    by = caller.actor
    changed = await service.set_entitlement_expiry(
        db, known, entitlement_id, data.expiration_date, by=by
    )
    plan = service.get_plan_by_id(known, changed.plan_id)
    return vendor_schemas.EntitlementOut.from_row(
        changed, PlanOut.from_plan(plan, configuration.vendor.id)
    )


@router.delete("/{entitlement_id}", permission=WRITE, response_class=Response)
async def delete_entitlement(
    db: VendorTransaction, caller: VendorCaller, entitlement_id: UUID
) -> None:
    by = caller.actor
    await service.revoke_entitlements(db, await READ_PLANS.all(db), [entitlement_id], by=by)
