"""`/api/v1/licenses` (spec 000 §3, §7)."""

from fastapi import APIRouter, Request, Response
from pydantic import TypeAdapter

from gatehouse.access.guard import acting
from gatehouse.access.permissions import Permission
from gatehouse.kit.plain_route import Json, PlainRoute
from gatehouse.licensing.licenses import service
from gatehouse.licensing.licenses.schemas import LicenseOut

hot = APIRouter(prefix="/api/v1/licenses", tags=["Licensing"], route_class=PlainRoute)

LICENSES = TypeAdapter(list[LicenseOut])


@hot.get("", response_model=list[LicenseOut])
async def list_licenses(request: Request) -> Response:
    """The licenses of the caller's organization, oldest first; empty before it was made."""
    async with acting(request, Permission.LICENSING_READ_LICENSES) as (db, caller):
        rows = await service.list_licenses(db, caller)
    listed = [LicenseOut.of(row) for row in rows]
    return Json(LICENSES.dump_json(listed, by_alias=True, exclude_none=True))
