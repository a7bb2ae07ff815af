"""The audit in parts: each begins where the previous one ended, so every part costs the same."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, LiteralString
from uuid import UUID

from gatehouse.kit.db import Query


@dataclass(frozen=True, slots=True)
class ExportedEntry:
    """An entry, or None for all of it where nothing in the part that was read matches; `last_at` and
    `last_id` are the end of that part."""

    last_at: datetime
    last_id: UUID
    id: UUID | None
    created_at: datetime | None
    email: str | None
    action: str | None
    description: str | None
    ip: str | None
    severity: str | None
    user_agent: str | None
    data: dict[str, Any] | None


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

# Columns of the text filters, equal to those of `gatehouse_filter_audits` for the list.
_TEXTS: Mapping[str, LiteralString] = {
    "email": "r.actor_email",
    "action": "r.action",
    "description": "r.description",
    "ip": "r.ip",
    "user_agent": "r.user_agent",
}
_PARTS: Mapping[str, LiteralString] = {
    name: f"{text} ilike $?::text" for name, text in _TEXTS.items()
}
# Of a part in ASCII only those letters are folded, and it is looked for as it is: a third of the work.
_ASCII: Mapping[str, LiteralString] = {
    f"ascii_{name}": f'strpos(lower({text} collate "C"), $?::text) > 0'
    for name, text in _TEXTS.items()
}
CONDITIONS: Mapping[str, LiteralString] = {
    **_PARTS,
    **_ASCII,
    "text": f"({' or '.join(_PARTS.values())})",
    "ascii_text": f"({' or '.join(_ASCII.values())})",
    "severity": "r.severity = $?::text",
    "tenants": "r.tenant_id = any ($?::uuid[])",
    "users": "r.actor_user_id = any ($?::uuid[])",
    "emails": 'lower(r.actor_email collate "C") = any ($?::text[])',
}


@cache
def build_export_query(given: tuple[str, ...], *, oldest_first: bool) -> Query[ExportedEntry]:
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
        ExportedEntry,
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
