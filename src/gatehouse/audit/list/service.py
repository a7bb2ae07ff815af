"""Pages of the caller's own audit."""

from starlette.requests import Request

from gatehouse.access.answered import read_page
from gatehouse.access.guard import acting
from gatehouse.access.permissions import Permission
from gatehouse.audit import queries as audit
from gatehouse.audit.list import queries
from gatehouse.audit.list.models import Span
from gatehouse.audit.list.schemas import AuditsQuery
from gatehouse.kit.plain_route import Json


async def list_audits(request: Request, query: AuditsQuery) -> Json:
    given = query.wanted.given
    by_time = query.sort_by == "createdAt" and not any(given.values())
    listed = queries.LISTS[not query.oldest_first, by_time]
    span = await _span_of(request, query)
    return await read_page(
        request, Permission.READ_AUDITS, listed, query.rows, query.sort_by, span.start, span.end,
        **given,
    )  # fmt: skip


async def _span_of(request: Request, query: AuditsQuery) -> Span:
    """What the query says of the time, in which a day begins where the tenant is."""
    if query.days is None:
        return query.span
    async with acting(request, Permission.READ_AUDITS) as (db, caller):
        timezone = await audit.TIMEZONE.one(db, caller.tenant_id)
    return query.span.within(query.days, timezone)
