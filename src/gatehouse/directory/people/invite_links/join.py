"""Joining by an invite link. All functions need the system scope, because the joining user is not a member
of the tenant yet.

A link is valid only while its creator could do the same: not after they leave, are disabled, lose the
permission to invite, or lose what it gives.
"""

from typing import Literal
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.permissions import Permission, grants_permission
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.invite_links import queries
from gatehouse.directory.people.invite_links.events import UserJoinedByLink
from gatehouse.directory.people.invite_links.models import OpenedLink
from gatehouse.directory.people.membership import service as memberships
from gatehouse.directory.people.membership.errors import AlreadyMember
from gatehouse.directory.roles.errors import BeyondOwn, RoleNotFound
from gatehouse.directory.roles.service import require_assignable_roles
from gatehouse.directory.tenants.service import take_turns
from gatehouse.directory.users.models import User
from gatehouse.kit import clock
from gatehouse.kit.db import Db

Outcome = Literal["joined", "was_member", "refused"]


async def open_link(db: Db, token_hash: bytes) -> OpenedLink | None:
    """The valid link with this token hash, or None. Locks the members of the tenant and the link until the
    transaction ends; so call it before a user is locked, in the order that removing a member uses."""
    tenant_id = await queries.TENANT.first(db, token_hash, clock.now())
    if tenant_id is None:
        return None
    await take_turns(db, tenant_id)
    return await look_at(db, token_hash)


async def look_at(db: Db, token_hash: bytes) -> OpenedLink | None:
    """The valid link with this token hash, or None, without the tenant lock of `open_link`: for a user who
    does not join yet."""
    link = await queries.OPENED.first(db, token_hash, clock.now())
    return link if link and await _is_worth_it(db, link) else None


async def _is_worth_it(db: Db, link: OpenedLink) -> bool:
    if not any(
        grants_permission(held, Permission.WRITE_TENANT_INVITES) for held in link.permissions
    ):
        return False
    try:
        await require_assignable_roles(db, link, link.role_ids)
    except (BeyondOwn, RoleNotFound):
        return False
    return True


async def join_tenant_by_link(
    db: Db, link: OpenedLink, user: User, client: Client, *, activated: bool
) -> Outcome:
    """Add the user to the link's tenant, with its roles. Returns `was_member` when a membership exists,
    which stays unchanged; `refused` when the user was removed from the tenant after the link was created."""
    if await queries.REMOVED_SINCE.one(db, link.tenant_id, user.id, link.created_at):
        return "refused"
    by = by_person(user.id, user.email, client)
    try:
        await memberships.add_member(
            db,
            tenant_id=link.tenant_id,
            user_id=user.id,
            email=user.email,
            by=by,
            role_ids=link.role_ids or None,
            activated=activated,
            invited_by=link.maker_id,
        )
    except AlreadyMember:
        return "was_member"
    event = UserJoinedByLink(link.tenant_id, user.id, user.email, link.id, link.maker_id)
    await announce_event(db, event, by=by)
    return "joined"


async def address_to_notify(db: Db, tenant_id: UUID, link_id: UUID) -> str | None:
    """The email address of the link's creator, if they want to be notified about users who join."""
    notice = await queries.NOTICE.first(db, tenant_id, link_id, clock.now())
    return notice.email if notice else None
