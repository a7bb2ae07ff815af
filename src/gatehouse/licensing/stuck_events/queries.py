"""Statements on events that wait. Both read the index of waiting events."""

from gatehouse.kit.db import Query
from gatehouse.licensing.stuck_events.models import StuckEvent

# $1: received before. One that has just come waits for its job, which is no fault.
STUCK = Query(
    StuckEvent,
    """
    select id, type, received_at, attempts, last_error from provider_events
    where applied_at is null and (received_at < $1 or attempts > 0)
    order by received_at limit $2
    """,
)
COUNT_STUCK = Query(
    int,
    """
    select count(*) from provider_events
    where applied_at is null and (received_at < $1 or attempts > 0)
    """,
)
WAITING = Query(
    str,
    """
    select id from provider_events where id = any ($1::text[]) and applied_at is null
    order by received_at, id
    """,
)
