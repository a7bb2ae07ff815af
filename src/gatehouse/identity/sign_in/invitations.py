"""Joining a tenant by an invite link in the course of a sign-in.

It is tried behind a savepoint before the rules are asked, so that they are those of the link's tenant, and
undone when they refuse or ask for a step: nobody joins with half a sign-in.
"""

from dataclasses import replace

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.invite_links import join as links
from gatehouse.directory.people.invite_links.models import OpenedLink
from gatehouse.directory.people.membership import service as memberships
from gatehouse.directory.users import service as users
from gatehouse.identity.accept_invitation.events import InvitationAccepted
from gatehouse.identity.sign_in import queries
from gatehouse.identity.sign_in.models import AuthenticationResult, SignInContext
from gatehouse.kit import clock
from gatehouse.kit.db import Db


async def join_by_invite_link(
    db: Db, proof: AuthenticationResult, client: Client, door: SignInContext
) -> SignInContext:
    """The door of the link's tenant, joined; without a link that lets this person in, the same door. Whoever
    has not proved their address joins once they have."""
    if door.invitation is None:
        return door
    link = await links.open_link(db, door.invitation)
    person = await users.get_user(db, proof.user_id)
    if link is None or not person.verified:
        return replace(door, invitation=None)
    await queries.BEGIN_JOINING.run(db)
    outcome = await links.join_tenant_by_link(db, link, person, client, activated=True)
    if outcome == "refused":
        return replace(door, invitation=None)
    if outcome == "was_member":
        await _accept_pending_invitation(db, proof, client, link)
    return replace(door, tenant_id=link.tenant_id)


async def undo_join(db: Db, entry: SignInContext) -> None:
    """Takes back what `join_by_invite_link` did for this door."""
    if entry.invitation is not None:
        await queries.UNDO_JOINING.run(db)


async def _accept_pending_invitation(
    db: Db, proof: AuthenticationResult, client: Client, link: OpenedLink
) -> None:
    """Whoever was invited by mail as well accepts that."""
    waiting = await memberships.find_membership(db, link.tenant_id, proof.user_id)
    end = waiting.temporary_expires_at if waiting else None
    if waiting is None or waiting.activated or waiting.is_disabled or (end and end <= clock.now()):
        return
    await memberships.activate_membership(db, link.tenant_id, proof.user_id)
    event = InvitationAccepted(link.tenant_id, proof.user_id)
    await announce_event(db, event, by=by_person(proof.user_id, proof.email, client))
