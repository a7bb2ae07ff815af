"""A member's own invite link: reading, creating, changing and deleting it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from urllib.parse import urlencode
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.invite_links import queries
from gatehouse.directory.people.invite_links.errors import InviteLinkNotFound
from gatehouse.directory.people.invite_links.events import (
    InviteLinkCreated,
    InviteLinkDeleted,
    InviteLinkUpdated,
)
from gatehouse.directory.people.invite_links.models import StoredLink
from gatehouse.directory.people.invite_links.schemas import (
    DEFAULT_MINUTES,
    InviteLink,
    InviteLinkChange,
    InviteLinkWish,
)
from gatehouse.directory.roles.service import require_assignable_roles
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id, new_token, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources


async def read_invite_link(db: Db, resources: Resources, caller: Principal) -> InviteLink:
    """The caller's own link. Raises `InviteLinkNotFound`."""
    return to_invite_link(resources, await _find_own_link(db, caller))


async def create_invite_link(
    db: Db, resources: Resources, caller: Principal, client: Client, wish: InviteLinkWish
) -> InviteLink:
    """Create a link; it replaces the caller's previous one. Raises `RoleNotFound` or `BeyondOwn`."""
    await require_assignable_roles(db, caller, wish.role_ids or [])
    link = await replace_invite_link(db, resources, caller.tenant_id, caller.user_id, wish)
    event = InviteLinkCreated(caller.tenant_id, link.id)
    await announce_event(db, event, by=by_caller(caller, client))
    return link


async def replace_invite_link(
    db: Db, resources: Resources, tenant_id: UUID, user_id: UUID, wish: InviteLinkWish
) -> InviteLink:
    """Create a link of a member, replacing the previous one. The caller must check that the member may
    have it."""
    token, link_id, now = new_token(), new_id(), clock.now()
    link = await queries.PUT.one(
        db,
        link_id,
        tenant_id,
        user_id,
        token_hash(token),
        queries.TOKEN.seal(resources[Box], link_id, token.encode()),
        _sort_role_ids(wish.role_ids or []),
        wish.should_send_email is True,
        now,
        _end_invite_link(wish.expires_in_minutes or DEFAULT_MINUTES),
    )
    return to_invite_link(resources, link)


async def change_invite_link(
    db: Db, resources: Resources, caller: Principal, client: Client, data: InviteLinkChange
) -> InviteLink:
    """Change the caller's link. Raises `InviteLinkNotFound`, `RoleNotFound` or `BeyondOwn`."""
    own = await _find_own_link(db, caller)
    await require_assignable_roles(db, caller, data.role_ids or [])
    lasts = data.expires_in_minutes
    link = await queries.CHANGE.first(
        db,
        caller.tenant_id,
        own.id,
        _end_invite_link(lasts) if lasts else None,
        data.should_send_email,
        None if data.role_ids is None else _sort_role_ids(data.role_ids),
    )
    if link is None:  # deleted concurrently
        raise InviteLinkNotFound("There is no invite link")
    event = InviteLinkUpdated(caller.tenant_id, link.id)
    await announce_event(db, event, by=by_caller(caller, client))
    return to_invite_link(resources, link)


async def delete_invite_link(db: Db, caller: Principal, client: Client) -> None:
    """Delete the caller's link; it no longer admits users. Raises `InviteLinkNotFound`."""
    link = await _find_own_link(db, caller)
    await queries.DELETE.run(db, caller.tenant_id, link.id)
    event = InviteLinkDeleted(caller.tenant_id, link.id)
    await announce_event(db, event, by=by_caller(caller, client))


async def _find_own_link(db: Db, caller: Principal) -> StoredLink:
    link = await queries.LINK.first(db, caller.tenant_id, caller.user_id, clock.now())
    if link is None:
        raise InviteLinkNotFound("There is no invite link")
    return link


def to_invite_link(resources: Resources, link: StoredLink) -> InviteLink:
    """The link with its token: return it only to callers who may use the link."""
    token = queries.TOKEN.open(resources[Box], link.id, link.sealed_token).decode()
    return InviteLink(
        id=link.id,
        vendor_id=link.vendor_id,
        tenant_id=link.tenant_id,
        user_id=link.user_id,
        token=token,
        url=_link_address(resources[Deployment], token),
        expires=link.expires,
        should_send_email=link.should_send_email,
        role_ids=link.role_ids,
    )


def _link_address(deployment: Deployment, token: str) -> str:
    """URL of the sign-up page, because most recipients are new; the page leads existing users to the
    sign-in."""
    origin = deployment.application_url or deployment.public_url
    return f"{origin}/account/sign-up?{urlencode({'invitationToken': token})}"


def _end_invite_link(minutes: int) -> datetime:
    return clock.now() + timedelta(minutes=minutes)


def _sort_role_ids(role_ids: Sequence[UUID]) -> list[UUID]:
    return sorted(set(role_ids))
