"""Change a user's roles in many tenants at once."""

from typing import Any
from uuid import UUID

from gatehouse.access.vendor import VendorPrincipal, protect_staff_home
from gatehouse.audit.service import announce_event
from gatehouse.directory.people import administrators
from gatehouse.directory.people.events import UserRolesChanged
from gatehouse.directory.people.queries import SET_ROLES
from gatehouse.directory.roles.errors import RoleNotFound
from gatehouse.directory.roles.queries import ROLES_BY_ID
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.directory.users.service import get_user
from gatehouse.identity.users import queries
from gatehouse.identity.users.errors import NotAMember
from gatehouse.identity.users.schemas import RolesChange, RolesEverywhere
from gatehouse.kit.db import Db
from gatehouse.kit.errors import Invalid
from gatehouse.kit.jobs import JobContext, job
from gatehouse.kit.resources import Resources
from gatehouse.tasks import service as tasks
from gatehouse.tasks.service import MOST_PARTS, TaskAuthor


async def begin_role_change(
    db: Db, resources: Resources, caller: VendorPrincipal, user_id: UUID, data: RolesEverywhere
) -> RolesChange:
    """Begin a task that changes the roles in each tenant. Raises `UserNotFound`, `RoleNotFound`, and
    `NotAMember` when the user is not a member of one of the tenants."""
    await get_user(db, user_id)
    wanted = {*data.add_role_ids, *data.remove_role_ids}
    if missing := wanted - set(await queries.KNOWN_ROLES.all(db, list(wanted))):
        raise RoleNotFound("A role was not found", role_ids=sorted(map(str, missing)))
    accounts = await queries.ACCOUNTS.all(db, user_id, data.tenant_ids)
    if set(data.tenant_ids or []) - set(accounts):
        raise NotAMember("The user is not a member of all of these tenants")
    await protect_staff_home(db, caller, *accounts)
    if len(accounts) > MOST_PARTS:
        raise Invalid(
            f"The user is a member of more than {MOST_PARTS} tenants. Specify some with tenantIds."
        )
    task_id = await tasks.begin_task(
        db, resources, "roles", caller, [{"tenantId": str(one)} for one in accounts],
        userId=str(user_id), add=[str(one) for one in data.add_role_ids],
        remove=[str(one) for one in data.remove_role_ids],
    )  # fmt: skip
    return RolesChange(
        user_id=user_id,
        affected_tenants=len(accounts),
        roles_added=data.add_role_ids,
        roles_removed=data.remove_role_ids,
        task_id=task_id,
    )


@job("vendor_tasks.roles")
async def change_roles_in_tenants(context: JobContext, task_id: str) -> None:
    await tasks.run_task_parts(context, "roles", task_id, _change_roles_in_tenant)


async def _change_roles_in_tenant(
    db: Db, resources: Resources, asked: TaskAuthor, part: dict[str, Any]
) -> None:
    """Change the roles in one tenant. Raises `StaffProtected`, `RoleNotFound` for a role of another
    tenant, `LastAdmin`, or `NotAMember` when the user has left in the meantime."""
    tenant_id, user_id = UUID(part["tenantId"]), UUID(asked.about["userId"])
    await protect_staff_home(db, asked.caller, tenant_id)
    add, remove = (set(map(UUID, asked.about[name])) for name in ("add", "remove"))
    await lock_tenant(db, tenant_id)
    held = await queries.HELD.first(db, tenant_id, user_id)
    if held is None:
        raise NotAMember("The user is not a member of this tenant")
    if len(await ROLES_BY_ID.all(db, [tenant_id], list(add))) < len(add):
        raise RoleNotFound("A role was not found")
    before = set(held.role_ids)
    after = (before | add) - remove
    if after == before:
        return
    ran = await administrators.is_administrator(db, tenant_id, user_id)
    await SET_ROLES.run(db, tenant_id, user_id, list(after))
    if ran:
        await administrators.require_remaining_administrator(db, tenant_id, or_still=user_id)
    event = UserRolesChanged(tenant_id, user_id, held.email)
    await announce_event(db, event, by=asked.caller.actor)
