"""Events and categories on the wire (wire-api §16.18)."""

from datetime import datetime
from uuid import UUID

from gatehouse.connectivity.events.catalogue import CatalogCategory, EventEntry
from gatehouse.kit.schemas import Wire


class _Out(Wire):
    id: UUID
    vendor_id: UUID
    created_at: datetime
    updated_at: datetime


class EventCategoryName(_Out):
    name: str


class EventOut(_Out):
    key: str
    display_name: str
    description: str
    category_id: UUID


class ChannelEvent(EventOut):
    category: EventCategoryName


class EventCategory(EventCategoryName):
    events: list[EventOut]


def event_values(entry: EventEntry) -> dict[str, object]:
    return {
        "id": entry.id,
        "key": entry.key,
        "display_name": entry.display_name,
        "description": entry.description or entry.display_name,
        "category_id": entry.category.id,
    }


def category_values(category: CatalogCategory) -> dict[str, object]:
    return {"id": category.id, "name": category.name}
