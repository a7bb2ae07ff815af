from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.directory.people import memberships
from gatehouse.directory.people.invite_links import service as links
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.directory.users import service as users
from gatehouse.identity.action_tokens import service as action_tokens
from gatehouse.identity.action_tokens.models import ActionTokenPurpose
from gatehouse.identity.activation import queries
from gatehouse.identity.activation.errors import InvitationOver
from gatehouse.identity.activation.events import InvitationAccepted
from gatehouse.identity.activation.models import Invitation
from gatehouse.identity.activation.queries import STILL_WAITS
from gatehouse.identity.one_time_codes import service as codes
from gatehouse.identity.one_time_codes.models import CodePurpose, OneTimeCodeRequest
from gatehouse.identity.ownership.service import confirm_email_ownership
from gatehouse.identity.sign_in.public_call import SystemCall
from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import RateLimit

BY_CODE = (CodePurpose.ACTIVATE_INVITED, CodePurpose.ACCEPT_INVITATION)
LINKS_PER_IP = RateLimit("invitations.link.ip", 120, 15)


async def get_invitation_of_link(call: SystemCall, token: str) -> Invitation:
    """The tenant and inviter of a valid link, which stays usable. Raises `InvitationOver` when the link
    is not valid."""
    await call.limit_place(LINKS_PER_IP)
    asked = await codes.find_code_request(call.db, token)
    by_code = await _find_inviting_tenant(call.db, asked) if asked and asked.is_open else None
    if asked and asked.user_id and by_code:
        return await _build_invitation(call.db, by_code, asked.user_id)
    if link := await action_tokens.find_tenant_link(call.db, token):
        return await _build_invitation(call.db, link.tenant_id, link.user_id)
    if opened := await links.find_invite_link(call.db, token_hash(token)):
        maker = await users.get_user(call.db, opened.maker_id)
        name, email = (None, None) if maker.invisible else (maker.name, maker.email)
        return Invitation(opened.tenant_id, opened.name, name, email)
    raise _invitation_expired_error()


async def accept_invitation(call: SystemCall, *, user_id: UUID, token: str) -> None:
    """Activate the membership of the link, without signing the user in. Raises `InvitationOver` when the
    link is used, expired, or its membership was removed."""
    await call.limit_place(LINKS_PER_IP)
    link = await action_tokens.use_action_token(call.db, ActionTokenPurpose.INVITE, user_id, token)
    if link is None or not link.is_alive or link.tenant_id is None:
        raise _invitation_expired_error()
    if link.mailed:
        await confirm_email_ownership(call.db, user_id)
    await _activate_invited_membership(call.db, call.client, link.tenant_id, user_id)


async def accept_invitation_by_code(
    call: SystemCall, *, user_id: UUID, token: str, code: str
) -> None:
    """Accept an invitation by its code. Raises `WrongCode`, `CodeExpired`, or `InvitationOver` when the
    invitation is no longer pending."""
    await call.limit_place(LINKS_PER_IP)
    asked = await codes.find_code_request(call.db, token)
    await codes.use_one_time_code(
        call.db, CodePurpose.ACCEPT_INVITATION, token, code, bound_to=user_id
    )
    tenant_id = await _find_inviting_tenant(call.db, asked)
    if tenant_id is None:
        raise _invitation_expired_error()
    await confirm_email_ownership(call.db, user_id)
    await _activate_invited_membership(call.db, call.client, tenant_id, user_id)


async def _build_invitation(db: Db, tenant_id: UUID, user_id: UUID) -> Invitation:
    tenant = await get_tenant(db, tenant_id)
    inviter = await queries.INVITER.first(db, tenant_id, user_id)
    name, email = (inviter.name, inviter.email) if inviter else (None, None)
    invited = await users.get_user(db, user_id)
    return Invitation(tenant.id, tenant.name, name, email, invited.email)


async def _find_inviting_tenant(db: Db, asked: OneTimeCodeRequest | None) -> UUID | None:
    """The tenant of a pending invitation by code, or None."""
    if asked is None or asked.purpose not in BY_CODE or asked.user_id is None:
        return None
    waiting = await STILL_WAITS.first(db, asked.user_id, clock.now(), asked.entering, asked.since)
    return waiting.tenant_id if waiting else None


async def _activate_invited_membership(
    db: Db, client: Client, tenant_id: UUID, user_id: UUID
) -> None:
    await memberships.activate_membership(db, tenant_id, user_id)
    person = await users.get_user(db, user_id)
    event = InvitationAccepted(tenant_id, user_id)
    await announce_event(db, event, by=by_person(user_id, person.email, client))


def _invitation_expired_error() -> InvitationOver:
    return InvitationOver("This invitation is no longer active")
