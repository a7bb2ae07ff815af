"""Which events there are (wire-api §14 and §16.18)."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import Query

from gatehouse.access.permissions import Permission
from gatehouse.access.router import Router
from gatehouse.access.vendor import UnnamedRoute
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.connectivity.catalogue import (
    CatalogCategory,
    EventEntry,
    group_entries_by_category,
    list_event_entries,
)
from gatehouse.kit.resources import AllResources, Resources
from gatehouse.kit.schemas import Wire
from gatehouse.vendor.current import configuration_of


class _CatalogueOut(Wire):
    id: UUID
    vendor_id: UUID
    created_at: datetime
    updated_at: datetime


class EventCategoryName(_CatalogueOut):
    name: str


class EventOut(_CatalogueOut):
    key: str
    display_name: str
    description: str
    category_id: UUID


class ChannelEvent(EventOut):
    category: EventCategoryName


class EventCategory(EventCategoryName):
    events: list[EventOut]


def _describe_event(entry: EventEntry) -> dict[str, object]:
    return {
        "id": entry.id,
        "key": entry.key,
        "display_name": entry.display_name,
        "description": entry.description or entry.display_name,
        "category_id": entry.category.id,
    }


def _describe_category(category: CatalogCategory) -> dict[str, object]:
    return {"id": category.id, "name": category.name}


Channels = Annotated[str, Query(max_length=20)]

CHANNELS = {"email", "slack", "sms", "webhook"}

PATH = "/event/resources/configurations/v1"
router = Router(prefix=PATH, tags=["Events"])
# For the vendor's own webhooks.
of_everybody = Router(
    prefix=PATH, tags=["Vendor"], route_class=UnnamedRoute, include_in_schema=False
)


def _build_vendor_fields(resources: Resources) -> dict[str, Any]:
    """The catalogue is as old as the installation; what the vendor adds is shown so too."""
    vendor = configuration_of(resources).vendor
    return {
        "vendor_id": vendor.id,
        "created_at": vendor.created_at,
        "updated_at": vendor.created_at,
    }


@router.get("", permission=Permission.READ_EVENTS)
@of_everybody.get("", permission=VendorPermission.READ_EVENTS, name="list_vendor_channel_events")
async def list_channel_events(
    resources: AllResources, channels: Channels = "webhook"
) -> list[ChannelEvent]:
    """The events available on this channel; none for a channel that is not offered."""
    if channels not in CHANNELS:
        return []
    common = _build_vendor_fields(resources)
    return [
        ChannelEvent.model_validate(
            _describe_event(entry)
            | common
            | {"category": _describe_category(entry.category) | common}
        )
        for entry in list_event_entries(configuration_of(resources).events)
    ]


@router.get("/categories", permission=Permission.READ_EVENT_CATEGORIES)
@of_everybody.get(
    "/categories", permission=VendorPermission.READ_EVENTS, name="list_vendor_event_categories"
)
async def list_event_categories(resources: AllResources) -> list[EventCategory]:
    """Every category with its events. A webhook may name a category's id for all of them."""
    common = _build_vendor_fields(resources)
    return [
        EventCategory.model_validate(
            _describe_category(category)
            | common
            | {"events": [_describe_event(entry) | common for entry in of_it]}
        )
        for category, of_it in group_entries_by_category(configuration_of(resources).events).items()
    ]
