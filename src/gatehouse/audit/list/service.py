"""Pages of an audit: the caller's own, and for the vendor's backends any tenant's."""

import json
from datetime import timedelta
from uuid import UUID

from starlette.requests import Request

from gatehouse.access.guard import open_call
from gatehouse.access.permissions import Permission
from gatehouse.access.replica_reads import open_lagging_statement
from gatehouse.audit import queries as audit
from gatehouse.audit.list import queries
from gatehouse.audit.list.queries import AuditQuery, TimeSpan
from gatehouse.audit.list.schemas import PagedQuery
from gatehouse.audit.list.vendor_schemas import AuditMetrics, MetricsQuery
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.errors import Invalid
from gatehouse.kit.lists import ListQuery
from gatehouse.kit.plain_route import Json


class TooManySteps(Invalid, code="audits.too_many_steps"): ...


async def list_audits(request: Request, query: PagedQuery) -> Json:
    """Raises `MissingPermission`."""
    call = await open_call(request)
    caller = await call.require_permission(Permission.READ_AUDITS)
    span = query.span
    if query.days:
        async with call.statement() as db:
            timezone = await audit.TIMEZONE.one(db, caller.tenant_id)
        span = span.limit_to_days(query.days, timezone)
    async with open_lagging_statement(request, call) as db:
        return await _read_page(db, caller.tenant_id, span, query)


async def list_audits_for_vendor(db: Db, tenant_id: UUID, query: PagedQuery) -> Json:
    span = query.span
    if query.days:
        span = span.limit_to_days(query.days, await audit.TIMEZONE.one(db, tenant_id))
    return await _read_page(db, tenant_id, span, query)


async def _read_page(db: Db, tenant_id: UUID, span: TimeSpan, query: PagedQuery) -> Json:
    listed = queries.LISTS[_choose_list_kind(query)]
    text = await listed.page(
        db,
        query.list_query,
        "createdAt",
        tenant_id,
        span.start,
        span.end,
        *_encode_filters(query),
    )
    return Json((text or "").encode())


async def list_newest_audits(
    db: Db, tenant_id: UUID, span: TimeSpan, wanted: AuditQuery, *, offset: int, count: int
) -> Json:
    """Newest entries of a tenant's audit, for staff."""
    given = wanted.active_conditions
    listed = queries.LISTS[True, not given]
    filters = [json.dumps(given), "createdAt", True] if given else []
    rows = ListQuery(offset=offset, limit=count, order="desc")
    text = await listed.page(db, rows, "createdAt", tenant_id, span.start, span.end, *filters)
    return Json((text or "").encode())


def _encode_filters(query: PagedQuery) -> list[str | bool]:
    """The filters as JSON and the order; a list that is only sorted by time takes none."""
    _, by_time = _choose_list_kind(query)
    if by_time:
        return []
    wanted = json.dumps(query.audit_query.active_conditions, default=str)
    return [wanted, query.sort_by, query.list_query.is_descending]


def _choose_list_kind(query: PagedQuery) -> tuple[bool, bool]:
    by_time = query.sort_by == "createdAt" and not query.audit_query.active_conditions
    return not query.is_oldest_first, by_time


SPAN = timedelta(days=7)
MOST_STEPS = 1000


async def read_audit_metrics(db: Db, query: MetricsQuery) -> AuditMetrics:
    """Raises `TooManySteps`."""
    end = query.end or clock.now()
    start = query.start or end - SPAN
    wide = timedelta(seconds=query.frequency)
    if start >= end or (end - start) / wide > MOST_STEPS:
        raise TooManySteps(f"`from` comes before `to`, and between are at most {MOST_STEPS} steps")
    counts = await queries.TOP.all(db, start, end, query.limit)
    found = {one.starts: one.n for one in await queries.STEPS.all(db, start, end, query.frequency)}
    steps = [start + wide * number for number in range(-((start - end) // wide))]
    return AuditMetrics(
        top_resources={one.name: one.n for one in counts if one.kind == "resource"},
        top_tenants={one.name: one.n for one in counts if one.kind == "tenant"},
        audits_counter_by_time={one.isoformat(): found.get(one, 0) for one in steps},
    )
