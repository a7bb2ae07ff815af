"""The audit as a file (wire-api §17)."""

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Query
from fastapi.responses import StreamingResponse

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import CurrentCall, Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.audit.export import service
from gatehouse.audit.export.schemas import (
    ExportColumns,
    ExportPdfQuery,
    ExportQuery,
    ExportSearch,
    ExportV2Query,
)
from gatehouse.kit.external_ids import ExternalIds
from gatehouse.kit.rate_limit import RateLimiter
from gatehouse.kit.resources import resource

External = Annotated[ExternalIds, resource(ExternalIds)]
Limiter = Annotated[RateLimiter, resource(RateLimiter)]

router = Router(tags=["Audits"], default_response_class=StreamingResponse)

CONTENT: dict[str, Any] = {"content": {"text/csv": {"schema": {"type": "string"}}}}
PDF: dict[str, Any] = {
    "content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}
}


@router.post(
    "/audits/export/csv",
    permission=Permission.READ_AUDITS,
    name="export_audits_v1",
    status_code=201,
    deprecated=True,
    responses={201: CONTENT},
)
@router.post(
    "/audits/export/csv/v2",
    permission=Permission.READ_AUDITS,
    status_code=201,
    responses={201: CONTENT},
)
async def export_audits(
    db: Transaction,
    call: CurrentCall,
    caller: Caller,
    client: CurrentClient,
    limiter: Limiter,
    external_ids: External,
    query: Annotated[ExportQuery, Query()],
    data: ExportColumns,
) -> StreamingResponse:
    """All entries that match, with these columns, in the order of time: oldest first where `sortBy` is
    `createdAt` and `sortDirection` `asc`, and else newest first. Is itself an entry of the audit.

    429 `rate.limited` after ten in ten minutes.
    """
    span = await service.begin_audit_export(db, limiter, caller, client, query, data)
    return _file_response(
        service.export_csv_lines(call, external_ids, query, span, data.properties), query, 201
    )


@router.post(
    "/audits/export/pdf", permission=Permission.READ_AUDITS, status_code=201, responses={201: PDF}
)
async def export_audits_pdf(
    db: Transaction,
    call: CurrentCall,
    caller: Caller,
    client: CurrentClient,
    limiter: Limiter,
    external_ids: External,
    query: Annotated[ExportPdfQuery, Query()],
    data: ExportColumns,
) -> StreamingResponse:
    """A PDF table of the first 10,000 entries. 429 `rate.limited` after ten in ten minutes."""
    span = await service.begin_audit_export(db, limiter, caller, client, query, data, kind="pdf")
    document = service.export_pdf(call, external_ids, query, span, data.properties)
    return _file_response(document, query, 201, "application/pdf")


@router.post(
    "/audits/resources/audits/v2/export/csv",
    permission=Permission.READ_AUDITS,
    responses={200: CONTENT},
)
async def export_audits_v2(
    db: Transaction,
    call: CurrentCall,
    caller: Caller,
    client: CurrentClient,
    limiter: Limiter,
    external_ids: External,
    query: Annotated[ExportV2Query, Query()],
    data: ExportColumns,
) -> StreamingResponse:
    """A CSV file, filtered by who did it. 429 `rate.limited` after ten in ten minutes."""
    span = await service.begin_audit_export(db, limiter, caller, client, query, data)
    return _file_response(
        service.export_csv_lines(call, external_ids, query, span, data.properties), query, 200
    )


def _file_response(
    parts: AsyncIterator[str] | AsyncIterator[bytes],
    query: ExportSearch,
    status: int,
    kind: str = "text/csv",
) -> StreamingResponse:
    return StreamingResponse(
        parts,
        status_code=status,
        media_type=kind,
        headers={"content-disposition": f'attachment; filename="{query.output_file_name}"'},
    )
