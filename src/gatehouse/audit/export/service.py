"""The audit as a file, read and sent part by part: memory stays flat, and nothing is held meanwhile."""

from collections.abc import AsyncIterator
from time import monotonic
from typing import Any, Literal
from uuid import UUID

from gatehouse.access.guard import GuardedCall
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.audit import queries as audit
from gatehouse.audit.export import files, queries
from gatehouse.audit.export.queries import ExportedEntry
from gatehouse.audit.export.schemas import Column, ColumnName, ExportColumns, ExportSearch
from gatehouse.audit.list.queries import TimeSpan
from gatehouse.audit.service import announce_event
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.db.replica_reads import read_from_replica
from gatehouse.kit.events import Event
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.rate_limit import RateLimit, RateLimiter


class AuditsExported(Event):
    """`filters` as requested; `kind` is set when it is not a CSV file."""

    event_name = "audits.exported"
    severity = "Medium"
    text = "Exported the audit log"
    columns: list[str]
    filters: dict[str, Any]
    kind: str | None = None


# A file of millions of entries is work for many seconds.
EXPORTS_OF_ONE_PERSON = RateLimit("audits.export", 10, 10)

FIRST, LAST = UUID(int=0), UUID(int=(1 << 128) - 1)
# A longer printed table has no readers; the CSV file has all entries.
MOST_ON_PAPER = 10_000
SHARES: dict[ColumnName, int] = {
    "createdAt": 28, "email": 28, "action": 26, "description": 40, "ip": 16, "severity": 8,
    "userAgent": 20, "json": 30,
}  # fmt: skip

FIELDS = {"createdAt": "created_at", "userAgent": "user_agent", "json": "data"}


async def begin_audit_export(
    db: Db,
    limiter: RateLimiter,
    caller: Principal,
    query: ExportSearch,
    columns: ExportColumns,
    *,
    kind: Literal["pdf"] | None = None,
) -> TimeSpan:
    """Announces it. What is to be exported is what happened until now."""
    await limiter.hit(EXPORTS_OF_ONE_PERSON, str(caller.subject_id))
    span = TimeSpan(query.created_from, min(query.created_to, clock.now()))
    if query.days:
        span = span.limit_to_days(query.days, await audit.TIMEZONE.one(db, caller.tenant_id))
    event = AuditsExported(
        caller.tenant_id,
        columns=[one.name for one in columns.properties],
        filters=query.model_dump(
            mode="json", by_alias=True, exclude_unset=True, exclude={"output_file_name"}
        ),
        kind=kind,
    )
    await announce_event(db, event, by=caller.actor)
    return span


async def export_csv_lines(
    call: GuardedCall,
    external_ids: ExternalIds,
    query: ExportSearch,
    span: TimeSpan,
    columns: list[Column],
) -> AsyncIterator[str]:
    """Text of whole lines, behind a byte order mark."""
    fields = _list_column_fields(columns)
    yield files.MARK + files.format_csv_line(_list_column_titles(columns))
    async for part in _read_export_parts(call, query, span):
        yield "".join(
            [
                files.format_csv_line(await _build_entry_cells(external_ids, entry, fields))
                for entry in part
            ]
        )


async def export_pdf_table(
    call: GuardedCall,
    external_ids: ExternalIds,
    query: ExportSearch,
    span: TimeSpan,
    columns: list[Column],
) -> AsyncIterator[bytes]:
    """The first `MOST_ON_PAPER` as a table."""
    shares = [SHARES[one.name] for one in columns]
    table = files.PdfTable(list(zip(_list_column_titles(columns), shares, strict=True)))
    fields = _list_column_fields(columns)

    async def rows() -> AsyncIterator[list[str]]:
        count = 0
        async for part in _read_export_parts(call, query, span):
            for entry in part:
                if count == MOST_ON_PAPER:
                    return
                count += 1
                yield await _build_entry_cells(external_ids, entry, fields)

    async for part in table.render_parts(rows()):
        yield part


async def _build_entry_cells(
    external_ids: ExternalIds, entry: ExportedEntry, fields: list[str]
) -> list[str]:
    found = []
    for value in (getattr(entry, field) for field in fields):
        text = files.to_cell_text(value)
        if isinstance(value, dict):
            found.append((await external_ids.replace_in_json(text.encode())).decode())
        else:
            found.append(await external_ids.replace_in_text(text))
    return found


def _list_column_titles(columns: list[Column]) -> list[str]:
    return [one.display_name or one.name for one in columns]


def _list_column_fields(columns: list[Column]) -> list[str]:
    return [FIELDS.get(one.name, one.name) for one in columns]


async def _read_export_parts(
    call: GuardedCall, query: ExportSearch, span: TimeSpan
) -> AsyncIterator[list[ExportedEntry]]:
    """Read the export in parts, and check the permission before each: if the caller has lost it, the file
    ends early. A replica is used once it has caught up with the start of the export."""
    began = monotonic()
    asked = query.audit_query.active_conditions
    statement = queries.build_export_query(tuple(asked), oldest_first=query.is_oldest_first)
    place = (span.start, FIRST) if query.is_oldest_first else (span.end, LAST)
    while True:
        again = GuardedCall(call.database, call.cache, call.claims, call.client, writes=False)
        caller = await again.require_permission(Permission.READ_AUDITS)
        async with (
            again.transaction() as primary,
            read_from_replica(primary, call.database.standby, since=began) as db,
        ):
            found = await statement.all(
                db, caller.tenant_id, span.start, span.end, *place, *asked.values()
            )
        if not found:
            return
        place = (found[0].last_at, found[0].last_id)
        yield [one for one in found if one.id]
