"""Statements on tasks. They need the system scope."""

from gatehouse.kit.db import Command, Query
from gatehouse.kit.sealed import SealedColumn
from gatehouse.tasks.models import Task

INPUT = SealedColumn("vendor_tasks", "sealed_input")

BEGIN = Command(
    """
    insert into vendor_tasks (id, kind, about, sealed_input, total, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $6)
    """
)
TASK = Query(Task, "select * from vendor_tasks where id = $1 and kind = $2")
# Only the worker that did the part at this position advances; after the last part the input is deleted.
ADVANCE = Query(
    int,
    """
    update vendor_tasks set position = position + 1, failed = failed + (case when $3::jsonb is null
        then 0 else 1 end), errors = case when $3 is null then errors else errors || $3 end,
      sealed_input = case when position + 1 = total then null else sealed_input end, updated_at = $4
    where id = $1 and position = $2 returning position
    """,
)
