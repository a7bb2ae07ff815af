"""The audit as a file (wire-api §17)."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import CurrentCall, Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.audit.export import service
from gatehouse.audit.export.schemas import ExportColumns, ExportQuery
from gatehouse.kit.rate_limit import RateLimiter
from gatehouse.kit.resources import resource

CanRead = Annotated[Principal, require(Permission.READ_AUDITS)]
Limiter = Annotated[RateLimiter, resource(RateLimiter)]

router = APIRouter(tags=["Audits"])


@router.post(
    "/audits/export/csv/v2",
    status_code=201,
    response_class=StreamingResponse,
    responses={201: {"content": {"text/csv": {"schema": {"type": "string"}}}}},
)
async def export_audits(
    db: Transaction,
    call: CurrentCall,
    caller: CanRead,
    client: CurrentClient,
    limiter: Limiter,
    query: Annotated[ExportQuery, Query()],
    data: ExportColumns,
) -> StreamingResponse:
    """All entries that match, with these columns, in the order of time: oldest first where `sortBy` is
    `createdAt` and `sortDirection` `asc`, and else newest first. Is itself an entry of the audit.

    429 `rate.limited` after ten in ten minutes.
    """
    span = await service.begin(db, limiter, caller, client, query, data)
    return StreamingResponse(
        service.lines(call, query, span, data.properties),
        status_code=201,
        media_type="text/csv",
        headers={"content-disposition": f'attachment; filename="{query.output_file_name}"'},
    )
