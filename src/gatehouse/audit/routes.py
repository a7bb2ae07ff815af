"""The audit as a list and as a file, and its figures (wire-api §17; admin portal spec §7)."""

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Query, Request, Response
from fastapi.responses import StreamingResponse

from gatehouse.access.guard import CurrentCall, Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.replica_reads import LaggingTransaction
from gatehouse.access.router import Caller, Router
from gatehouse.audit.export import schemas
from gatehouse.audit.export import service as export_service
from gatehouse.audit.list import service
from gatehouse.audit.list.schemas import AuditsPage, AuditsQuery, AuditsV2Query
from gatehouse.audit.stats import DaysOut, StatsOut, read_audit_days, read_audit_stats
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.plain_route import PlainRoute
from gatehouse.kit.rate_limit import RateLimiter
from gatehouse.kit.resources import resource

hot = Router(tags=["Audits"], route_class=PlainRoute)


@hot.get("/audits", response_model=AuditsPage, response_model_exclude_none=True)
async def list_audits(request: Request, query: Annotated[AuditsQuery, Query()]) -> Response:
    """A page of what happened in the tenant, newest first. `offset` counts rows, up to 10,000; so does
    `total`. What narrows the list down, and any sort but by time, looks at the 10,000 entries that are
    nearest in the given time; `searchedTo` says where that ended."""
    return await service.list_audits(request, query)


@hot.get("/audits/resources/audits/v2", response_model=AuditsPage, response_model_exclude_none=True)
async def list_audits_v2(request: Request, query: Annotated[AuditsV2Query, Query()]) -> Response:
    """The audit list, filtered by who did it: `users` are ids, `email` whole addresses."""
    return await service.list_audits(request, query)


stats = Router(tags=["Audits"])


@stats.get("/audits/stats", permission=Permission.READ_AUDITS)
async def get_audit_stats(db: LaggingTransaction, caller: Caller) -> StatsOut:
    """Of today and of this week, in the account's time zone. Neither counts further than 100,000."""
    return await read_audit_stats(db, caller.tenant_id)


@stats.get("/audits/stats/days", permission=Permission.READ_AUDITS)
async def get_audit_days(db: LaggingTransaction, caller: Caller) -> DaysOut:
    """How many entries each of the last fourteen days has, in the account's time zone. Of an account with
    more than 100,000 in them, fewer days."""
    return await read_audit_days(db, caller.tenant_id)


External = Annotated[ExternalIds, resource(ExternalIds)]
Limiter = Annotated[RateLimiter, resource(RateLimiter)]

export = Router(tags=["Audits"], default_response_class=StreamingResponse)

CONTENT: dict[str, Any] = {"content": {"text/csv": {"schema": {"type": "string"}}}}
PDF: dict[str, Any] = {
    "content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}
}


@export.post(
    "/audits/export/csv",
    permission=Permission.READ_AUDITS,
    name="export_audits_v1",
    status_code=201,
    deprecated=True,
    responses={201: CONTENT},
)
@export.post(
    "/audits/export/csv/v2",
    permission=Permission.READ_AUDITS,
    status_code=201,
    responses={201: CONTENT},
)
async def export_audits(
    db: Transaction,
    call: CurrentCall,
    caller: Caller,
    limiter: Limiter,
    external_ids: External,
    query: Annotated[schemas.ExportQuery, Query()],
    data: schemas.ExportColumns,
) -> StreamingResponse:
    """All entries that match, with these columns, in the order of time: oldest first where `sortBy` is
    `createdAt` and `sortDirection` `asc`, and else newest first. Is itself an entry of the audit.

    429 `rate.limited` after ten in ten minutes.
    """
    span = await export_service.begin_audit_export(db, limiter, caller, query, data)
    return _build_file_response(
        export_service.export_csv_lines(call, external_ids, query, span, data.properties),
        query,
        201,
    )


@export.post(
    "/audits/export/pdf", permission=Permission.READ_AUDITS, status_code=201, responses={201: PDF}
)
async def export_audits_pdf(
    db: Transaction,
    call: CurrentCall,
    caller: Caller,
    limiter: Limiter,
    external_ids: External,
    query: Annotated[schemas.ExportPdfQuery, Query()],
    data: schemas.ExportColumns,
) -> StreamingResponse:
    """A PDF table of the first 10,000 entries. 429 `rate.limited` after ten in ten minutes."""
    span = await export_service.begin_audit_export(db, limiter, caller, query, data, kind="pdf")
    document = export_service.export_pdf_table(call, external_ids, query, span, data.properties)
    return _build_file_response(document, query, 201, "application/pdf")


@export.post(
    "/audits/resources/audits/v2/export/csv",
    permission=Permission.READ_AUDITS,
    responses={200: CONTENT},
)
async def export_audits_v2(
    db: Transaction,
    call: CurrentCall,
    caller: Caller,
    limiter: Limiter,
    external_ids: External,
    query: Annotated[schemas.ExportV2Query, Query()],
    data: schemas.ExportColumns,
) -> StreamingResponse:
    """A CSV file, filtered by who did it. 429 `rate.limited` after ten in ten minutes."""
    span = await export_service.begin_audit_export(db, limiter, caller, query, data)
    return _build_file_response(
        export_service.export_csv_lines(call, external_ids, query, span, data.properties),
        query,
        200,
    )


def _build_file_response(
    parts: AsyncIterator[str] | AsyncIterator[bytes],
    query: schemas.ExportSearch,
    status: int,
    kind: str = "text/csv",
) -> StreamingResponse:
    return StreamingResponse(
        parts,
        status_code=status,
        media_type=kind,
        headers={"content-disposition": f'attachment; filename="{query.output_file_name}"'},
    )
