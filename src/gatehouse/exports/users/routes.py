"""Export of a user's data as a file, at their request."""

from typing import Annotated
from uuid import UUID

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorTransaction,
    protect_staff,
)
from gatehouse.exports.files import FILE, as_file
from gatehouse.exports.users import service
from gatehouse.kit.db import Database
from gatehouse.kit.resources import resource

router = Router(prefix="/identity/resources/vendor-only/users/v1", tags=["Vendor"])


@router.get("/{user_id}/export", permission=VendorPermission.READ_USERS, **FILE)
async def export_user(
    db: VendorTransaction,
    database: Annotated[Database, resource(Database)],
    caller: VendorCaller,
    client: CurrentClient,
    user_id: UUID,
) -> Response:
    """A line of JSON for each row of the user, and for each entry of the audit by or about them in their
    accounts, without secrets. 404 `users.not_found`; 409 `users.too_much_to_export` beyond 50,000 rows,
    `users.being_erased`."""
    await protect_staff(db, caller, user_id)
    lines = await service.export_user(db, database, caller, client, user_id)
    return as_file(lines, f"person-{user_id}")
