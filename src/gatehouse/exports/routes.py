"""Exports of a tenant and of a user as a file, for the vendor's backends and staff."""

from collections.abc import Sequence
from typing import Annotated, Any
from uuid import UUID

from fastapi import Response

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorTransaction, protect_staff
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.exports import tenants, users
from gatehouse.kit.db import Database
from gatehouse.kit.resources import resource
from gatehouse.kit.tenant_ids import TenantId

JSON_LINES = "application/jsonl"
# Response description of a route that returns a file.
FILE: dict[str, Any] = {
    "response_class": Response,
    "responses": {200: {"content": {JSON_LINES: {"schema": {"type": "string"}}}}},
}


def build_download(lines: Sequence[str], name: str) -> Response:
    """A download of that name, one line for each row."""
    return Response(
        "".join(f"{line}\n" for line in lines).encode(),
        media_type=JSON_LINES,
        headers={"content-disposition": f'attachment; filename="{name}.jsonl"'},
    )


router = Router(prefix="/tenants/resources/tenants/v1/{tenant_id}", tags=["Vendor"])


@router.get("/export", permission=VendorPermission.READ_TENANTS, **FILE)
async def export_tenant(
    db: VendorTransaction,
    database: Annotated[Database, resource(Database)],
    caller: VendorCaller,
    tenant_id: TenantId,
) -> Response:
    """A line of JSON for each row of the account and of its users, without secrets; also of a deleted account
    until it is erased. Needs `vendor.read.users` too; what the account has paid is included with
    `vendor.see.bills`, its audit with `vendor.read.audits`, what was sent of events with
    `vendor.read.events`, its licenses with `vendor.read.licenses`, its entitlements with
    `vendor.read.entitlements`. 409 `tenants.too_much_to_export` beyond 50,000 rows, `tenants.being_erased`,
    `tenants.erased`."""
    lines = await tenants.export_tenant(db, database, caller, tenant_id)
    return build_download(lines, f"tenant-{tenant_id}")


user_router = Router(prefix="/identity/resources/vendor-only/users/v1", tags=["Vendor"])


@user_router.get("/{user_id}/export", permission=VendorPermission.READ_USERS, **FILE)
async def export_user(
    db: VendorTransaction,
    database: Annotated[Database, resource(Database)],
    caller: VendorCaller,
    user_id: UUID,
) -> Response:
    """A line of JSON for each row of the user, and for each entry of the audit by or about them in their
    accounts, without secrets. 404 `users.not_found`; 409 `users.too_much_to_export` beyond 50,000 rows,
    `users.being_erased`."""
    await protect_staff(db, caller, user_id)
    lines = await users.export_user(db, database, caller.actor, user_id)
    return build_download(lines, f"person-{user_id}")
