"""Joining a tenant and finding a membership."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from gatehouse.directory.memberships import queries
from gatehouse.directory.memberships.errors import AlreadyMember
from gatehouse.directory.memberships.models import Membership
from gatehouse.directory.roles.errors import RoleNotFound
from gatehouse.kit import clock
from gatehouse.kit.db import Db


async def add_member(
    db: Db,
    *,
    tenant_id: UUID,
    user_id: UUID,
    role_ids: Sequence[UUID] | None = None,
    role_keys: Sequence[str] | None = None,
    activated: bool,
    invited_by: UUID | None = None,
    temporary_expires_at: datetime | None = None,
) -> Membership:
    """Join a tenant with these roles, which are the tenant's own or the vendor's (`RoleNotFound`).

    Without roles the first member of a tenant becomes its administrator and later ones get the
    default roles; an empty list means none. A role is named once, by id or by key. `AlreadyMember`
    when the person has joined before. Whether the caller may give these roles is for it to check.
    """
    unnamed = role_ids is None and role_keys is None
    ids, keys = set(role_ids or []), set(role_keys or [])
    membership = await queries.ADD_MEMBER.first(
        db, tenant_id, user_id, activated, invited_by, clock.now(), list(ids), list(keys), unnamed,
        temporary_expires_at,
    )  # fmt: skip
    if membership is None:
        raise AlreadyMember("This user is already a member of the account")
    if not unnamed and (missing := ids - set(membership.role_ids)):
        raise RoleNotFound("A role was not found", role_ids=sorted(map(str, missing)))
    if not unnamed and len(membership.role_ids) < len(ids) + len(keys):
        raise RoleNotFound("A role was not found", role_keys=sorted(keys))
    return membership


async def activate(db: Db, tenant_id: UUID, user_id: UUID) -> None:
    """The invitation is accepted; nothing happens when the membership is gone."""
    await queries.ACTIVATE.run(db, tenant_id, user_id)


async def find(db: Db, tenant_id: UUID, user_id: UUID) -> Membership | None:
    return await queries.MEMBERSHIP.first(db, tenant_id, user_id)
