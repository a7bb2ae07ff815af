"""Statements on what the card provider sends."""

from gatehouse.kit.db import Query

# Whether this delivery is the first of its event.
ADD_EVENT = Query(
    str,
    """
    insert into billing_events (id, type, customer, received_at) values ($1, $2, $3, $4)
    on conflict (id) do nothing returning id
    """,
)
