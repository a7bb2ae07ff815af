"""`/api/v1/licenses` (spec 000 §3, §7)."""

from fastapi import Request, Response

from gatehouse.access.permissions import Permission
from gatehouse.access.single_statement_reads import read_authorized_json
from gatehouse.kit.crypto import Box
from gatehouse.kit.plain_route import Json, PlainRoute
from gatehouse.kit.router import Router
from gatehouse.licensing.discrepancies import jobs as _differences  # noqa: F401  registers them
from gatehouse.licensing.licenses.orphaned import jobs as _left_open  # noqa: F401  registers them
from gatehouse.licensing.licenses.queries import LICENSES
from gatehouse.licensing.licenses.scheduled_seats import jobs as _scheduled  # noqa: F401
from gatehouse.licensing.licenses.schemas import LicenseOut
from gatehouse.licensing.licenses.seat_resets import jobs as _resets  # noqa: F401  registers them
from gatehouse.licensing.licenses.service import reveal_keys
from gatehouse.licensing.licenses.trials import jobs as _trials  # noqa: F401

hot = Router(prefix="/api/v1/licenses", tags=["Licensing"], route_class=PlainRoute)


@hot.get("", response_model=list[LicenseOut])
async def list_licenses(request: Request) -> Response:
    """The licenses of the caller's organization, oldest first; empty before it was made."""
    keys = Permission.LICENSING_READ_KEYS
    listed = await read_authorized_json(request, Permission.LICENSING_READ_LICENSES, LICENSES, keys)
    box: Box = request.app.state.resources[Box]
    return Json(reveal_keys(bytes(listed.body), box))
