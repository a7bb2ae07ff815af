from gatehouse.kit.db import Command, Query
from gatehouse.vendor.events.models import VendorEvent

EVENTS = Query(VendorEvent, "select * from vendor_events order by key")

SAVE_EVENT = Command(
    """
    insert into vendor_events (key, created_at, updated_at, name, description, category)
    values ($1, $2, $2, $3, $4, $5)
    on conflict (key) do update set updated_at = $2, name = $3, description = $4, category = $5
    """
)

DELETE_EVENTS = Command("delete from vendor_events where key = any ($1::text[])")
