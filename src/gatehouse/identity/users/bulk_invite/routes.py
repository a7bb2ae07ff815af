"""Bulk invitations, for the vendor's backends (wire reference §16.6)."""

from typing import Annotated
from uuid import UUID

from fastapi import Header

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.identity.users.bulk_invite import service
from gatehouse.identity.users.bulk_invite.schemas import BulkInvite, BulkTask
from gatehouse.kit.resources import AllResources
from gatehouse.kit.tenant_ids import HeaderTenantId
from gatehouse.tasks import service as tasks
from gatehouse.tasks.service import TaskOut, to_task_response

OfTenant = Annotated[HeaderTenantId, Header(alias="frontegg-tenant-id")]

BULK = "/identity/resources/users/bulk/v1"

router = Router(tags=["Vendor"], route_class=VendorRoute)


@router.post(f"{BULK}/invite", permission=VendorPermission.WRITE_USERS, status_code=202)
async def invite_users_in_bulk(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    tenant_id: OfTenant,
    data: BulkInvite,
) -> BulkTask:
    """Invite up to a thousand users to the account of `frontegg-tenant-id`, soon; `status` says which
    were refused, and why. 404 for the account; 403 `access.step_up_needed` for a user with `verified`, by
    one of the staff who showed two factors more than 15 minutes ago."""
    task_id = await service.begin_bulk_invite(db, resources, caller, client, tenant_id, data.users)
    return BulkTask(id=task_id)


@router.get(
    f"{BULK}/status/{{task_id}}",
    permission=VendorPermission.READ_USERS,
    response_model_exclude_none=True,
)
async def get_bulk_invite_status(db: VendorTransaction, task_id: UUID) -> TaskOut:
    """The progress of the task; kept for 30 days."""
    return to_task_response(await tasks.find_task(db, "invite", task_id))
