"""Something happened in the vendor's product: announced like all that happens, so every channel hears."""

from uuid import UUID

from gatehouse.access.vendor import VendorPrincipal
from gatehouse.audit.service import announce_event
from gatehouse.connectivity.catalogue import index_entries_by_key
from gatehouse.connectivity.errors import EventKeyUnknown, EventNotFound
from gatehouse.connectivity.events import EventTriggered
from gatehouse.connectivity.triggers import queries
from gatehouse.connectivity.triggers.queries import ChannelCounts
from gatehouse.connectivity.triggers.schemas import (
    ChannelStatus,
    EventTrigger,
    TriggeredEventStatus,
)
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of


async def trigger_event(
    db: Db, resources: Resources, caller: VendorPrincipal, tenant_id: UUID, data: EventTrigger
) -> UUID:
    """Raises `EventKeyUnknown` or `TenantNotFound`."""
    if data.event_key not in index_entries_by_key(configuration_of(resources).events):
        raise EventKeyUnknown(f"Unknown event: {data.event_key}. Define it under [events] first.")
    await get_tenant(db, tenant_id)
    asked = data.channel_configuration
    event = EventTriggered(
        tenant_id,
        data.event_key,
        data.data.title,
        data.data.description,
        details=data.data.model_extra or {},
        channels=asked.model_dump(mode="json", exclude_none=True) if asked else {},
    )
    event_id = await announce_event(db, event, by=caller.actor)
    await queries.ADD.run(db, event_id, tenant_id, data.event_key, clock.now())
    return event_id


async def read_trigger_status(db: Db, event_id: UUID) -> TriggeredEventStatus:
    """`EventNotFound`, also after 30 days."""
    event = await queries.ONE.first(db, event_id)
    if event is None:
        raise EventNotFound("The event was not found")
    counts = await queries.COUNTS.all(db, event.tenant_id, event_id)
    return TriggeredEventStatus(
        event_id=event_id,
        event_key=event.event_key,
        channels={one.channel: _to_channel_status(one) for one in counts},
    )


def _to_channel_status(counts: ChannelCounts) -> ChannelStatus:
    if counts.waiting:
        return ChannelStatus(status="PENDING", error_metadata={})
    if counts.failed:
        why = {"failed": counts.failed, "message": counts.error}
        return ChannelStatus(status="FAILED", error_metadata=why)
    return ChannelStatus(status="SUCCEEDED", error_metadata={})
