"""A member's own invite link: reading, creating, changing and deleting it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal
from urllib.parse import urlencode
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.permissions import Permission, grants_permission
from gatehouse.access.principal import Principal
from gatehouse.access.vendor import VendorPrincipal, protect_staff_home
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.people import memberships
from gatehouse.directory.people.errors import (
    AlreadyMember,
    InviteLinkNotFound,
    MakerNeeded,
    MemberNotFound,
)
from gatehouse.directory.people.events import (
    InviteLinkCreated,
    InviteLinkDeleted,
    InviteLinkUpdated,
    UserJoinedByLink,
)
from gatehouse.directory.people.invite_links import queries
from gatehouse.directory.people.invite_links.queries import OpenedLink, StoredLink
from gatehouse.directory.people.invite_links.schemas import (
    DEFAULT_MINUTES,
    InviteLink,
    InviteLinkChange,
    InviteLinkWish,
    VendorInviteLinkWish,
)
from gatehouse.directory.roles.errors import BeyondOwn, RoleNotFound
from gatehouse.directory.roles.service import list_roles_by_id, require_assignable_roles
from gatehouse.directory.tenants.service import get_tenant, lock_tenant
from gatehouse.directory.users.models import User
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box, new_id, new_token, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.resources import Resources


async def read_invite_link(db: Db, resources: Resources, caller: Principal) -> InviteLink:
    """The caller's own link. Raises `InviteLinkNotFound`."""
    return to_invite_link(resources, await _get_own_link(db, caller))


async def replace_own_invite_link(
    db: Db, resources: Resources, caller: Principal, wish: InviteLinkWish
) -> InviteLink:
    """Create a link; it replaces the caller's previous one. Raises `RoleNotFound` or `BeyondOwn`."""
    await require_assignable_roles(db, caller, wish.role_ids or [])
    link = await replace_invite_link(db, resources, caller.tenant_id, caller.user_id, wish)
    await announce_event(db, InviteLinkCreated(caller.tenant_id, link.id), by=caller.actor)
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
        _compute_expiry(wish.expires_in_minutes or DEFAULT_MINUTES),
    )
    return to_invite_link(resources, link)


async def change_invite_link(
    db: Db, resources: Resources, caller: Principal, data: InviteLinkChange
) -> InviteLink:
    """Change the caller's link. Raises `InviteLinkNotFound`, `RoleNotFound` or `BeyondOwn`."""
    own = await _get_own_link(db, caller)
    await require_assignable_roles(db, caller, data.role_ids or [])
    lasts = data.expires_in_minutes
    link = await queries.CHANGE.first(
        db,
        caller.tenant_id,
        own.id,
        _compute_expiry(lasts) if lasts else None,
        data.should_send_email,
        None if data.role_ids is None else _sort_role_ids(data.role_ids),
    )
    if link is None:  # deleted concurrently
        raise InviteLinkNotFound("The invite link was not found")
    await announce_event(db, InviteLinkUpdated(caller.tenant_id, link.id), by=caller.actor)
    return to_invite_link(resources, link)


async def delete_invite_link(db: Db, caller: Principal) -> None:
    """Delete the caller's link; it no longer admits users. Raises `InviteLinkNotFound`."""
    link = await _get_own_link(db, caller)
    await queries.DELETE.run(db, caller.tenant_id, link.id)
    await announce_event(db, InviteLinkDeleted(caller.tenant_id, link.id), by=caller.actor)


async def _get_own_link(db: Db, caller: Principal) -> StoredLink:
    link = await queries.LINK.first(db, caller.tenant_id, caller.user_id, clock.now())
    if link is None:
        raise InviteLinkNotFound("The invite link was not found")
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
        url=_build_link_url(resources[Deployment], token),
        expires=link.expires,
        should_send_email=link.should_send_email,
        role_ids=link.role_ids,
    )


def _build_link_url(deployment: Deployment, token: str) -> str:
    """URL of the sign-up page, because most recipients are new; the page leads existing users to the
    sign-in."""
    origin = deployment.application_url or deployment.public_url
    return f"{origin}/account/sign-up?{urlencode({'invitationToken': token})}"


def _compute_expiry(minutes: int) -> datetime:
    return clock.now() + timedelta(minutes=minutes)


def _sort_role_ids(role_ids: Sequence[UUID]) -> list[UUID]:
    return sorted(set(role_ids))


async def create_invite_link_for_member(
    db: Db, resources: Resources, caller: VendorPrincipal, wish: VendorInviteLinkWish
) -> InviteLink:
    """Create a link of a member, replacing their previous one; it cannot give more than the member may.
    Raises `TenantNotFound`, `MemberNotFound`, `RoleNotFound`, or `MakerNeeded` when no member is named."""
    if wish.user_id is None:
        raise MakerNeeded(
            "userId: is required, because the link can grant only what its creator may grant"
        )
    await get_tenant(db, wish.tenant_id)
    await protect_staff_home(db, caller, wish.tenant_id)
    if await memberships.find_membership(db, wish.tenant_id, wish.user_id) is None:
        raise MemberNotFound("The user was not found")
    wanted = set(wish.role_ids or [])
    if len(await list_roles_by_id(db, [wish.tenant_id], list(wanted))) < len(wanted):
        raise RoleNotFound("A role was not found")
    made = await replace_invite_link(db, resources, wish.tenant_id, wish.user_id, wish)
    await announce_event(db, InviteLinkCreated(wish.tenant_id, made.id), by=caller.actor)
    return made


async def list_invite_links(
    db: Db, resources: Resources, limit: int, offset: int, *, may_use: bool
) -> list[InviteLink]:
    """All valid links; token and URL are empty unless the caller `may_use` them."""
    found = await queries.ALL.all(db, clock.now(), limit, offset)
    listed = [to_invite_link(resources, one) for one in found]
    if may_use:
        return listed
    return [one.model_copy(update={"token": "", "url": ""}) for one in listed]


async def delete_invite_link_by_id(db: Db, caller: VendorPrincipal, link_id: UUID) -> None:
    """Delete a link; it no longer admits users. Raises `InviteLinkNotFound`."""
    tenant_id = await queries.END.first(db, link_id)
    if tenant_id is None:
        raise InviteLinkNotFound("The invite link was not found")
    await announce_event(db, InviteLinkDeleted(tenant_id, link_id), by=caller.actor)


Outcome = Literal["joined", "was_member", "refused"]


async def find_and_lock_invite_link(db: Db, token_hash: bytes) -> OpenedLink | None:
    """The valid link with this token hash, or None. Locks the members of the tenant and the link until the
    transaction ends; so call it before a user is locked, in the order that removing a member uses."""
    tenant_id = await queries.TENANT.first(db, token_hash, clock.now())
    if tenant_id is None:
        return None
    await lock_tenant(db, tenant_id)
    return await find_invite_link(db, token_hash)


async def find_invite_link(db: Db, token_hash: bytes) -> OpenedLink | None:
    """The valid link with this token hash, or None, without the tenant lock of `find_and_lock_invite_link`:
    for a user who does not join yet."""
    link = await queries.OPENED.first(db, token_hash, clock.now())
    return link if link and await _may_creator_still_invite(db, link) else None


async def _may_creator_still_invite(db: Db, link: OpenedLink) -> bool:
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


async def find_link_creator_email(db: Db, tenant_id: UUID, link_id: UUID) -> str | None:
    """The email address of the link's creator, if they want to be notified about users who join."""
    return await queries.NOTICE.first(db, tenant_id, link_id, clock.now())


# Delete expired invite links.
declare_purge("invite_links", timedelta(0), job="invite_links.forget", cron="47 * * * *")
