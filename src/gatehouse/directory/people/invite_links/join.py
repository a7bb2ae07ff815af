"""Joining by an invite link. All of it needs the system scope: whoever joins belongs nowhere yet.

A link is worth what its maker could do at this moment: it dies when they leave, are disabled, may no longer
invite, or no longer hold what it gives.
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
    """The living link of this token. From here on nobody else changes the tenant's people, or the link, until
    the transaction ends; so call it before a person is locked, as whoever removes one does."""
    tenant_id = await queries.TENANT.first(db, token_hash, clock.now())
    if tenant_id is None:
        return None
    await take_turns(db, tenant_id)
    return await look_at(db, token_hash)


async def look_at(db: Db, token_hash: bytes) -> OpenedLink | None:
    """The same without waiting for others, for whoever does not join yet."""
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
    """Brings the person into the link's tenant, with its roles. `was_member`: there is a membership already,
    which stays as it is. `refused`: somebody who was removed does not come back by a link from before.
    """
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
    """The address of the link's maker, when they want to hear who joins."""
    notice = await queries.NOTICE.first(db, tenant_id, link_id, clock.now())
    return notice.email if notice else None
