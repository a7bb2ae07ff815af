"""Statements on what came of asking. They need the system scope."""

from gatehouse.kit.db import Command, Query
from gatehouse.prehooks.models import PrehookCall

# A prehook that was deleted meanwhile has none; who is deleting it is waited for.
ADD = Command(
    """
    insert into prehook_calls (id, prehook_id, event_key, outcome, milliseconds, detail, created_at)
    select $1, p.id, $3, $4, $5, $6, $7 from prehooks p where p.id = $2
    for key share
    """
)
LAST = Query(
    PrehookCall,
    """
    select id, event_key, outcome, milliseconds, detail, created_at from prehook_calls
    where prehook_id = $1 order by created_at desc, id desc limit $2::bigint
    """,
)
