"""The audit as a list (wire-api §17; admin portal spec §7)."""

from typing import Annotated

from fastapi import Query, Request, Response

from gatehouse.audit.list import service
from gatehouse.audit.list.schemas import AuditsPage, AuditsQuery, AuditsV2Query
from gatehouse.kit.plain_route import PlainRoute
from gatehouse.kit.router import Router

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
