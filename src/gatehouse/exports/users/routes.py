"""Export of a user's data as a file, at their request."""

from typing import Annotated
from uuid import UUID

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.vendor import (
    VendorPermission,
    VendorPrincipal,
    VendorTransaction,
    protect_staff,
    vendor_may,
)
from gatehouse.exports.files import FILE, as_file
from gatehouse.exports.users import service
from gatehouse.kit.db import Database
from gatehouse.kit.resources import resource
from gatehouse.kit.router import Router

CanRead = Annotated[VendorPrincipal, vendor_may(VendorPermission.READ_USERS)]

router = Router(prefix="/identity/resources/vendor-only/users/v1", tags=["Vendor"])


@router.get("/{user_id}/export", **FILE)
async def export_user(
    db: VendorTransaction,
    database: Annotated[Database, resource(Database)],
    caller: CanRead,
    client: CurrentClient,
    user_id: UUID,
) -> Response:
    """A line of JSON for each row of the user, and for each entry of the audit by or about them in their
    accounts, without secrets. 404 `users.not_found`; 409 `users.too_much_to_export` beyond 50,000 rows,
    `users.being_erased`."""
    await protect_staff(db, caller, user_id)
    lines = await service.export_user(db, database, caller, client, user_id)
    return as_file(lines, f"person-{user_id}")
