"""Triggering events, for the vendor's backends (wire-api §16.18)."""

from typing import Annotated
from uuid import UUID

from fastapi import Header

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.connectivity.triggers import schemas, service
from gatehouse.kit.resources import AllResources
from gatehouse.kit.tenant_ids import HeaderTenantId

OfTenant = Annotated[HeaderTenantId, Header(alias="frontegg-tenant-id")]

router = Router(prefix="/event/resources/triggers", tags=["Vendor"], route_class=VendorRoute)


@router.post("/v3", permission=VendorPermission.WRITE_EVENTS)
async def trigger_event(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    tenant_id: OfTenant,
    data: schemas.EventTrigger,
) -> schemas.TriggeredEventId:
    """Tell the subscriptions of the account of `frontegg-tenant-id`. 400 `events.unknown_key` for an event
    that neither the vendor's document nor the catalogue has; 404 for the account."""
    event_id = await service.trigger_event(db, resources, caller, tenant_id, data)
    return schemas.TriggeredEventId(event_id=event_id)


@router.post("/v2", permission=VendorPermission.WRITE_EVENTS, name="trigger_event_v2")
async def trigger_event_v2(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    tenant_id: OfTenant,
    data: schemas.EventTriggerV2,
) -> schemas.TriggeredEventId:
    """Trigger an event in the form that older packages use."""
    event_id = await service.trigger_event(db, resources, caller, tenant_id, data.current_form)
    return schemas.TriggeredEventId(event_id=event_id)


@router.get("/v3/{event_id}/statuses", permission=VendorPermission.READ_EVENTS)
async def get_triggered_event(
    db: VendorTransaction, event_id: UUID
) -> schemas.TriggeredEventStatus:
    """What became of it, by channel. 404 `events.not_found`, also after 30 days."""
    return await service.read_trigger_status(db, event_id)
