"""Whether a tenant uses groups, and whether members get the roles of their groups; both are on by default."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce_event
from gatehouse.directory.groups import queries
from gatehouse.directory.groups.errors import GroupOutranksYou
from gatehouse.directory.groups.events import GroupConfigurationChanged
from gatehouse.directory.groups.models import StoredGroupConfiguration
from gatehouse.directory.groups.schemas import GroupConfigurationChange
from gatehouse.directory.people import administrators
from gatehouse.directory.roles.assign import in_turn, require_assignable_roles
from gatehouse.directory.roles.errors import BeyondOwn
from gatehouse.kit import clock
from gatehouse.kit.db import Db

ON = StoredGroupConfiguration(enabled=True, roles_enabled=True)


async def read_group_configuration(db: Db, tenant_id: UUID) -> StoredGroupConfiguration:
    return await queries.CONFIGURATION.first(db, tenant_id) or ON


async def change_group_configuration(
    db: Db, caller: Principal, client: Client, data: GroupConfigurationChange
) -> StoredGroupConfiguration:
    """Change the tenant's group settings. Switching roles of groups on or off gives or takes all of them,
    so it raises `GroupOutranksYou` when a group has a role that the caller may not give;
    `people.LastAdmin` when no administrator would remain."""
    caller = await in_turn(db, caller, Permission.WRITE_GROUPS_ROLES)
    before = await read_group_configuration(db, caller.tenant_id)
    after = StoredGroupConfiguration(
        enabled=before.enabled if data.enabled is None else data.enabled,
        roles_enabled=before.roles_enabled if data.roles_enabled is None else data.roles_enabled,
    )
    if after == before:
        return before
    if after.gives_roles != before.gives_roles:
        await _refuse_beyond_own(db, caller)
    await queries.CONFIGURE.run(
        db, caller.tenant_id, after.enabled, after.roles_enabled, clock.now()
    )
    if before.gives_roles and await queries.MAKES_ADMINS.one(db, caller.tenant_id, None):
        await administrators.keep_one(db, caller.tenant_id)
    event = GroupConfigurationChanged(caller.tenant_id, after.enabled, after.roles_enabled)
    await announce_event(db, event, by=by_caller(caller, client))
    return after


async def _refuse_beyond_own(db: Db, caller: Principal) -> None:
    try:
        await require_assignable_roles(
            db, caller, await queries.ROLES_OF_ALL.all(db, caller.tenant_id)
        )
    except BeyondOwn as error:
        raise GroupOutranksYou("A group has a role that you may not give") from error
