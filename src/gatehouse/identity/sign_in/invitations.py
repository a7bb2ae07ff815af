"""Joining a tenant by an invite link in the course of a sign-in.

It is tried behind a savepoint before the rules are asked, so that they are those of the link's tenant, and
undone when they refuse or ask for a step: nobody joins with half a sign-in.
"""

from dataclasses import replace

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce
from gatehouse.directory.people.invite_links import join as links
from gatehouse.directory.people.invite_links.models import OpenedLink
from gatehouse.directory.people.membership import service as memberships
from gatehouse.directory.users import service as users
from gatehouse.identity.accept_invitation.events import InvitationAccepted
from gatehouse.identity.sign_in import queries
from gatehouse.identity.sign_in.models import Door, Proof
from gatehouse.kit import clock
from gatehouse.kit.db import Db


async def join(db: Db, proof: Proof, client: Client, door: Door) -> Door:
    """The door of the link's tenant, joined; without a link that lets this person in, the same door. Whoever
    has not proved their address joins once they have."""
    if door.invitation is None:
        return door
    link = await links.open_link(db, door.invitation)
    person = await users.get_user(db, proof.user_id)
    if link is None or not person.verified:
        return replace(door, invitation=None)
    await queries.BEGIN_JOINING.run(db)
    outcome = await links.join(db, link, person, client, activated=True)
    if outcome == "refused":
        return replace(door, invitation=None)
    if outcome == "was_member":
        await _accept(db, proof, client, link)
    return replace(door, tenant_id=link.tenant_id)


async def undo(db: Db, entry: Door) -> None:
    """Takes back what `join` did for this door."""
    if entry.invitation is not None:
        await queries.UNDO_JOINING.run(db)


async def _accept(db: Db, proof: Proof, client: Client, link: OpenedLink) -> None:
    """Whoever was invited by mail as well accepts that."""
    waiting = await memberships.find(db, link.tenant_id, proof.user_id)
    end = waiting.temporary_expires_at if waiting else None
    if waiting is None or waiting.activated or waiting.is_disabled or (end and end <= clock.now()):
        return
    await memberships.activate(db, link.tenant_id, proof.user_id)
    event = InvitationAccepted(link.tenant_id, proof.user_id)
    await announce(db, event, by=by_person(proof.user_id, proof.email, client))
