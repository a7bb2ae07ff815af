"""The audit part by part: each begins where the one before ended, so none is dearer than the first."""

from functools import cache
from typing import LiteralString

from gatehouse.audit.export.models import Exported
from gatehouse.audit.list.queries import CONDITIONS
from gatehouse.kit.db import Query

PART: LiteralString = "2000"  # entries that one statement looks at

NUMBERS: tuple[LiteralString, ...] = (
    "$6",
    "$7",
    "$8",
    "$9",
    "$10",
    "$11",
    "$12",
    "$13",
    "$14",
    "$15",
)


@cache
def part(given: tuple[str, ...], *, oldest_first: bool) -> Query[Exported]:
    """Of the tenant `$1`, from `$2` until before `$3`, what comes after `$4` and `$5`; a parameter for each
    condition follows."""
    newest_first: LiteralString = "false" if oldest_first else "true"
    direction: LiteralString = "asc" if oldest_first else "desc"
    back: LiteralString = "desc" if oldest_first else "asc"
    conditions = [
        CONDITIONS[name].replace("$?", number) for name, number in zip(given, NUMBERS, strict=False)
    ]
    matches: LiteralString = " and ".join(conditions) or "true"
    return Query(
        Exported,
        f"""
        with seen as materialized (
          select * from gatehouse_read_audits($1, $2, $3, {newest_first}, {PART}, $4, $5) a
          where a.tenant_id = $1
        )
        select last.created_at as last_at, last.id as last_id, r.id, r.created_at,
          r.actor_email as email, r.action, r.description, r.ip, r.severity, r.user_agent, r.data
        from (select * from seen order by created_at {back}, id {back} limit 1) last
        left join seen r on {matches}
        order by r.created_at {direction}, r.id {direction}
        """,
        remembered=False,
    )
