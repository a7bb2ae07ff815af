"""Join a tenant by an invite link during sign-in.

The user joins behind a savepoint before the rules are checked, so that the rules of the link's tenant apply.
The join is undone when they refuse or require a step, so an incomplete sign-in does not join.
"""

from dataclasses import replace

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.people import memberships
from gatehouse.directory.people.invite_links import service as links
from gatehouse.directory.people.invite_links.queries import OpenedLink
from gatehouse.directory.users import service as users
from gatehouse.identity.activation.events import InvitationAccepted
from gatehouse.identity.sign_in import queries
from gatehouse.identity.sign_in.models import AuthenticationResult, SignInContext
from gatehouse.kit import clock
from gatehouse.kit.db import Db


async def join_by_invite_link(
    db: Db, proof: AuthenticationResult, client: Client, context: SignInContext
) -> SignInContext:
    """Join the tenant of the invite link and return the context for it; without a usable link, the context
    stays. A user whose email is not verified joins at the first sign-in after verification."""
    if context.invitation is None:
        return context
    link = await links.find_and_lock_invite_link(db, context.invitation)
    person = await users.get_user(db, proof.user_id)
    if link is None or not person.verified:
        return replace(context, invitation=None)
    await queries.BEGIN_JOINING.run(db)
    outcome = await links.join_tenant_by_link(db, link, person, client, activated=True)
    if outcome == "refused":
        return replace(context, invitation=None)
    if outcome == "was_member":
        await _accept_pending_invitation(db, proof, client, link)
    return replace(context, tenant_id=link.tenant_id)


async def undo_join(db: Db, entry: SignInContext) -> None:
    """Undo what `join_by_invite_link` wrote for this context."""
    if entry.invitation is not None:
        await queries.UNDO_JOINING.run(db)


async def _accept_pending_invitation(
    db: Db, proof: AuthenticationResult, client: Client, link: OpenedLink
) -> None:
    """Accept a pending invitation by email to the tenant that the user joins by link."""
    waiting = await memberships.find_membership(db, link.tenant_id, proof.user_id)
    end = waiting.temporary_expires_at if waiting else None
    if waiting is None or waiting.activated or waiting.is_disabled or (end and end <= clock.now()):
        return
    await memberships.activate_membership(db, link.tenant_id, proof.user_id)
    event = InvitationAccepted(link.tenant_id, proof.user_id)
    await announce_event(db, event, by=by_person(proof.user_id, proof.email, client))
