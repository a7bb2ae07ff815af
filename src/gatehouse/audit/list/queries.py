"""The list of a tenant's audit.

Entries are read in order of time, from an index, and never more than the nearest `WINDOW` entries: filters,
other sorts, counts and paging see only these. The response says where the window ended, so that a client can
continue from there. Filters are applied where the window is read (`gatehouse_page_audits`).
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Literal, LiteralString
from uuid import UUID

from gatehouse.kit.db import Query
from gatehouse.kit.db.as_json import compact_json, instant_as_json
from gatehouse.kit.lists import CAP, ListOf, Source, StatementParts, pattern_containing
from gatehouse.kit.time_zones import load_time_zone

BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
END = datetime(9000, 1, 1, tzinfo=UTC)


PARTS = ("text", "email", "action", "description", "ip", "user_agent")
WHOLE = ("severity", "tenants", "users", "emails", "actor_kind")


@dataclass(frozen=True, slots=True)
class AuditQuery:
    """Which entries; together they narrow the list down. `text` is a part of any of an entry's texts, and
    so is each column's filter of its own; only `severity` is the whole word. `tenants`, `users` and
    `emails` are whole too, one of them."""

    text: str = ""
    email: str = ""
    action: str = ""
    description: str = ""
    ip: str = ""
    user_agent: str = ""
    severity: str | None = None
    tenants: list[UUID] | None = None
    users: list[UUID] | None = None
    emails: list[str] | None = None
    actor_kind: str | None = None

    @property
    def active_conditions(self) -> dict[str, Any]:
        """The conditions that are set."""
        parts = {name: getattr(self, name) for name in PARTS}
        whole = {name: getattr(self, name) for name in WHOLE}
        return {
            **dict(_build_text_condition(name, part) for name, part in parts.items() if part),
            **{name: value for name, value in whole.items() if value is not None},
        }


@dataclass(frozen=True, slots=True)
class DayRange:
    """Whole days, both included; an end that is missing is open."""

    first: date | None
    last: date | None


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """From `start` until just before `end`."""

    start: datetime = BEGINNING
    end: datetime = END

    def limit_to_days(self, days: DayRange, timezone: str | None) -> "TimeSpan":
        """The part of it that lies in these days of the time zone."""
        zone = load_time_zone(timezone)
        start, end = self.start, self.end
        if days.first:
            start = max(start, datetime.combine(days.first, time(), zone))
        if days.last:
            end = min(end, datetime.combine(days.last + timedelta(days=1), time(), zone))
        return TimeSpan(start, end)


def _build_text_condition(name: str, part: str) -> tuple[str, str]:
    return (f"ascii_{name}", part.lower()) if part.isascii() else (name, pattern_containing(part))


@dataclass(frozen=True, slots=True)
class EntryCount:
    """How many entries name the resource or the tenant `name`."""

    kind: Literal["resource", "tenant"]
    name: str
    n: int


@dataclass(frozen=True, slots=True)
class MetricsStep:
    starts: datetime
    n: int


WINDOW = CAP

ENTRY: LiteralString = f"""
  left(json_strip_nulls(json_build_object(
    '_id', a.id, 'createdAt', {instant_as_json("a.created_at")}, 'email', coalesce(a.actor_email, ''),
    'user', a.actor_user_id, 'action', a.action, 'description', a.description,
    'ip', coalesce(a.ip, ''), 'severity', a.severity, 'userAgent', a.user_agent,
    'tenantId', a.tenant_id, 'vendorId', (select v.id from vendor v),
    'actorKind', a.actor_kind, 'impersonatorId', a.impersonator_id
  ))::text, -1) || ',"json":' || {compact_json("a.data")} || '}}'
"""


def _build_audit_list(*, newest_first: bool, by_time: bool) -> ListOf[str]:
    """Of the tenant `$1` the entries from `$2` until before `$3`. The window is at the end where the list
    begins. A list of nothing but the order of time, `by_time`, counts and pages in the index alone, and reads
    no further than its page ends; any other has three more parameters: the filters as JSON, the sort, and
    whether it is descending."""
    tenant: LiteralString = "$1::uuid"
    span: LiteralString = "$2, $3"
    first: LiteralString = "true" if newest_first else "false"
    # To the millisecond, the precision of clients. A client that continues from there misses nothing:
    # `created_to` is exclusive, `created_from` is inclusive.
    furthest: LiteralString = (
        f"(select furthest as created_at from counted where n > {WINDOW})"
        if by_time
        else "(select max(furthest) as created_at from page)"
    )
    end: LiteralString = f"""(
      select date_trunc('milliseconds', created_at) {"+ interval '1 ms'" if newest_first else ""}
      from {furthest} furthest
    )"""

    def reading(parts: StatementParts) -> LiteralString:
        """`page` with the `place` of each row, and `total`."""
        if not by_time:
            return f"""
              page as materialized (
                select * from gatehouse_page_audits(
                  {tenant}, {span}, {first}, {WINDOW}, $4::text::jsonb, $5::text, $6::bool,
                  {parts.limit}, {parts.offset}
                )
              ),
              total as materialized (select max(total) as n from page)
            """
        # Beyond the middle of the window it is read whole, else what is not on the page is only counted.
        needed: LiteralString = f"({parts.limit} + {parts.offset})"
        deep: LiteralString = f"{needed} > {WINDOW} / 2"
        rows: LiteralString = f"(case when {deep} then {WINDOW} + 1 else {needed} end)::int"
        return f"""
          seen as materialized (
            select * from gatehouse_read_audit_keys({tenant}, {span}, {first}, {rows}) with ordinality
          ),
          counted as materialized (
            select n, furthest from gatehouse_count_audits({tenant}, {span}, {first}, {WINDOW} + 1)
            where not ({deep})
            union all
            select * from (
              select count(*), {"min" if newest_first else "max"}(created_at) from seen
            ) whole where {deep}
          ),
          total as materialized (select least(n, {WINDOW}) as n from counted),
          page as materialized (
            select page.*, row_number() over (order by {parts.order}) as place from ({parts.page}) page
          )
        """

    def write(parts: StatementParts) -> LiteralString:
        return f"""
          with {reading(parts)},
          written as (
            select page.place, {ENTRY} as text
            from page join audits a
              on a.tenant_id = {tenant} and a.created_at = page.created_at and a.id = page.id
          )
          select '{{"data":['
            || (select coalesce(string_agg(text, ',' order by place), '') from written)
            || '],"total":' || (select n from total)
            || coalesce(',"searchedTo":"' || {instant_as_json(end)} || '"', '') || '}}'
        """

    return ListOf(
        str,
        write,
        parameters=3 if by_time else 6,
        columns="r.created_at, r.id",
        # Entries beyond the window are not counted or listed.
        sources=[Source("seen r", f"r.tenant_id = {tenant} and r.ordinality <= {WINDOW}")],
        sorts={"createdAt": "r.created_at"},
        tie="r.id",
    )


# By whether the newest come first, and whether there is nothing but the order of time.
LISTS = {
    (newest_first, by_time): _build_audit_list(newest_first=newest_first, by_time=by_time)
    for newest_first in (False, True)
    for by_time in (False, True)
}


# Limit of entries that are read, from the newest of the time span on.
MOST: LiteralString = "100000"

# From `$1` until before `$2`, read in the order of the key.
_LOOKED: LiteralString = f"""
  select tenant_id, action, created_at from audits where created_at >= $1 and created_at < $2
  order by created_at desc, id desc limit {MOST}
"""

# `$3` of each at most.
TOP = Query(
    EntryCount,
    f"""
    with looked as materialized ({_LOOKED}),
    resources as (
      select split_part(action, '.', 1) as name, count(*) as n from looked
      group by 1 order by n desc, name limit $3::bigint
    ),
    tenants as (
      select tenant_id::text as name, count(*) as n from looked where tenant_id is not null
      group by 1 order by n desc, name limit $3::bigint
    )
    select kind, name, n from (
      select 'resource' as kind, name, n from resources
      union all select 'tenant', name, n from tenants
    ) found order by kind, n desc, name
    """,
)

# By steps of `$3` seconds; one without entries has no row.
STEPS = Query(
    MetricsStep,
    f"""
    with looked as materialized ({_LOOKED})
    select date_bin($3::bigint * interval '1 second', created_at, $1) as starts, count(*) as n
    from looked group by 1 order by 1
    """,
)
