"""Bulk invitations: each user is invited as by a single call, in a separate transaction."""

from typing import Any
from uuid import UUID

from gatehouse.access.vendor import (
    VendorPrincipal,
    must_have_recent_mfa,
    protect_staff,
    protect_staff_home,
)
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.directory.users import service as users
from gatehouse.identity.ownership.service import AddressProof, become_owner
from gatehouse.identity.users import change
from gatehouse.identity.users.create import create_user
from gatehouse.identity.users.schemas import InvitedUser
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import JobContext, job
from gatehouse.kit.resources import Resources
from gatehouse.tasks import service as tasks
from gatehouse.tasks.service import TaskAuthor


async def begin_bulk_invite(
    db: Db,
    resources: Resources,
    caller: VendorPrincipal,
    tenant_id: UUID,
    invited: list[InvitedUser],
) -> UUID:
    """Begin the task and return its id. Raises `TenantNotFound` or `StaffProtected`, and `StepUpNeeded`
    when an address is to be marked verified without a recent MFA."""
    if any(user.verified for user in invited):
        must_have_recent_mfa(caller)
    await get_tenant(db, tenant_id)
    await protect_staff_home(db, caller, tenant_id)
    parts = [user.model_dump(mode="json", by_alias=True, exclude_unset=True) for user in invited]
    return await tasks.begin_task(db, resources, "invite", caller, parts, tenantId=str(tenant_id))


@job("vendor_tasks.invite")
async def invite_next_users(context: JobContext, task_id: str) -> None:
    await tasks.run_task_parts(context, "invite", task_id, _invite_user)


async def _invite_user(
    db: Db, resources: Resources, asked: TaskAuthor, part: dict[str, Any]
) -> None:
    """Invite one user. With `verified`, the vendor confirms the address but not the earlier user of an
    unverified account, who loses access."""
    user = InvitedUser.model_validate(part)
    tenant_id = UUID(asked.about["tenantId"])
    by = asked.caller.actor
    before = await users.find_user_by_email(db, user.email)
    user_id = await create_user(db, resources, asked.caller, tenant_id, user)
    if user.verified:
        await protect_staff(db, asked.caller, user_id)
        if before and not (await users.get_user(db, user_id)).verified:
            await become_owner(db, user_id, AddressProof(tenant_id), by)
        await change.verify_user(db, by, user_id)
