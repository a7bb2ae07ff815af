"""The audit log of all tenants, for staff and for backends that name no tenant.

Only the `WINDOW` newest entries of the time span are read; the response says where they end, and a client
continues from there.
"""

from datetime import datetime
from typing import Literal, LiteralString

from pydantic import ConfigDict, Field

from gatehouse.audit.list.queries import BEGINNING, END, ENTRY, WINDOW, AuditQuery, TimeSpan
from gatehouse.audit.list.schemas import AuditOut, Moment, Part
from gatehouse.kit.db import Db, Query
from gatehouse.kit.db.as_json import instant_as_json
from gatehouse.kit.events import Severity
from gatehouse.kit.lists import CAP, SparseQuery, pattern_containing
from gatehouse.kit.plain_route import Json
from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId


class AuditLogQuery(SparseQuery):
    """Newest first; `offset` counts rows. `filter` is a part of any text; `action` and `email` are parts, the
    others whole. `created_to` is not included."""

    model_config = ConfigDict(populate_by_name=True, extra="ignore")

    offset: int = Field(0, ge=0, le=int(CAP))
    count: int = Field(20, ge=1, le=200)
    created_from: Moment = BEGINNING
    created_to: Moment = END
    tenant_id: TenantId | None = Field(None, alias="tenantId")
    filter: Part = ""
    action: Part = ""
    email: Part = ""
    severity: Severity | None = None
    actor_kind: Literal["user", "staff", "vendor", "system"] | None = Field(None, alias="actorKind")

    @property
    def audit_query(self) -> AuditQuery:
        return AuditQuery(
            text=self.filter,
            action=self.action,
            email=self.email,
            severity=self.severity,
            actor_kind=self.actor_kind,
        )


class LoggedOut(AuditOut):
    """`email` is empty when no user or caller was involved; an entry that belongs to no tenant has no
    `tenantId`."""

    tenant_id: ShownTenantId | None = None  # type: ignore[assignment]


class AuditLogPage(Wire):
    """`searchedTo`: only the 10,000 newest entries of the span were searched; older ones follow with it as
    `created_to`."""

    data: list[LoggedOut]
    total: int
    searched_to: datetime | None = None


class AuditChainOut(Wire):
    """`sealedUntil`: all entries until then are in a block, and any change to them is detected. `isBehind`:
    later entries should be sealed too, and are not. `gatehouse audit verify` compares every entry with its
    block."""

    sealed_until: datetime
    is_behind: bool


# `$1` until before `$2`. What is left out of the conditions is null. The text is compared as ilike does,
# without folding the pattern for each entry.
_CONDITIONS: LiteralString = """
  ($3::text is null or lower(concat_ws(' ', s.actor_email, s.action, s.description, s.ip)) like lower($3))
  and ($4::text is null or s.action ilike $4) and ($5::text is null or s.actor_email ilike $5)
  and ($6::text is null or s.severity = $6) and ($7::text is null or s.actor_kind = $7)
  and ($10::uuid[] is null or s.tenant_id = any ($10))
  and ($11::uuid[] is null or s.actor_user_id = any ($11))
  and ($12::text[] is null or lower(s.actor_email) = any ($12))
"""
_COLUMNS: LiteralString = """
  a.created_at, a.id, a.tenant_id, a.actor_user_id, a.actor_email, a.action, a.description, a.ip, a.severity,
  a.actor_kind
"""


def _compose_answer(total: LiteralString, furthest: LiteralString) -> LiteralString:
    """The page of `written` (created_at, id, text). `furthest` is a query for the time of the entry after the
    last one of the window, without rows where the window holds the whole span."""
    end: LiteralString = f"""(
      select date_trunc('milliseconds', created_at) + interval '1 ms' from ({furthest}) furthest
    )"""
    return f"""
      select '{{"data":['
        || (select coalesce(string_agg(text, ',' order by created_at desc, id desc), '') from written)
        || '],"total":' || ({total})
        || coalesce(',"searchedTo":"' || {instant_as_json(end)} || '"', '') || '}}' as answer
    """


def _compose_newest(columns: LiteralString, most: LiteralString) -> LiteralString:
    """The newest rows, read in the order of the key. A limit that the planner knows could make it sort all
    rows instead: it takes any span for a small part of them."""
    return f"""
      select {columns} from audits a where a.created_at >= $1 and a.created_at < $2
      order by a.created_at desc, a.id desc limit (select {most})
    """


# A page of `$9` from the row `$8` on.
OF_ALL = Query(
    str,
    f"""
    with found as materialized (
      select s.created_at, s.id from ({_compose_newest(_COLUMNS, WINDOW)}) s where {_CONDITIONS}
    ),
    page as (
      select * from found order by created_at desc, id desc offset $8::bigint limit $9::bigint
    ),
    written as (
      select page.created_at, page.id, {ENTRY} as text from page
      join audits a on a.created_at = page.created_at and a.id = page.id
    )
    {
        _compose_answer(
            "select count(*) from found",
            f"{_compose_newest('a.created_at', '1')} offset (select {WINDOW})",
        )
    }
    """,
)


# A page of `$4` from the row `$3` on, without conditions: what is not on the page is only counted.
OF_ALL_UNFILTERED = Query(
    str,
    f"""
    with counted as materialized (
      select count(*) as n, min(created_at) as created_at
      from ({_compose_newest("a.created_at", f"{WINDOW} + 1")}) s
    ),
    page as (
      select * from ({_compose_newest("a.*", WINDOW)}) s offset $3::bigint limit $4::bigint
    ),
    written as (select a.created_at, a.id, {ENTRY} as text from page a)
    {
        _compose_answer(
            f"select least(n, {WINDOW}) from counted",
            f"select created_at from counted where n > {WINDOW}",
        )
    }
    """,
)

SEALED = Query(
    AuditChainOut,
    """
    select at as sealed_until, exists (
      select from audits a where (a.created_at, a.id) > (s.at, s.id) and a.created_at >= s.at
        and a.created_at < $1
    ) as is_behind
    from audit_sealed_until s
    """,
)


async def list_audits_of_all_tenants(
    db: Db, span: TimeSpan, wanted: AuditQuery, *, offset: int, count: int
) -> Json:
    """The newest first. Of what is `wanted` all counts but `description`, `ip` and `user_agent`."""
    if not wanted.active_conditions:
        text = await OF_ALL_UNFILTERED.one(db, span.start, span.end, offset, count)
        return Json(text.encode())
    text = await OF_ALL.one(
        db, span.start, span.end,
        _build_search_pattern(wanted.text), _build_search_pattern(wanted.action),
        _build_search_pattern(wanted.email),
        wanted.severity, wanted.actor_kind, offset, count, wanted.tenants, wanted.users, wanted.emails,
    )  # fmt: skip
    return Json(text.encode())


def _build_search_pattern(text: str) -> str | None:
    return pattern_containing(text) if text else None
