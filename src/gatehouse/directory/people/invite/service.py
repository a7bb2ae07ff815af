"""Inviting: a person, a membership that waits to be accepted, and the news of it."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.invite import conditions
from gatehouse.directory.people.invite.errors import AccessOver
from gatehouse.directory.people.invite.events import UserInvited
from gatehouse.directory.people.invite.schemas import Invitation
from gatehouse.directory.people.manage import service as manage
from gatehouse.directory.people.membership import service as memberships
from gatehouse.directory.people.membership.errors import AlreadyMember
from gatehouse.directory.people.read.service import require_manageable
from gatehouse.directory.roles import service as roles
from gatehouse.directory.tenants.service import take_turns
from gatehouse.directory.users import service as users
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.prehooks.client import call_prehook, is_asked
from gatehouse.prehooks.models import PrehookQuestion

EVENT: Final = "USER_INVITE"
# The answer is a mail to somebody who did not ask for it.
MAILS_TO_ONE_ADDRESS = RateLimit("invitation", 60, 60)
MAILS_OF_ONE_TENANT = RateLimit("invitation.tenant", 300, 60)


async def invite_user(
    db: Db, resources: Resources, caller: Principal, client: Client, data: Invitation
) -> UUID:
    """The invited person's id. Announces `UserInvited`; identity mails the link.

    A new address becomes a person; somebody known elsewhere keeps name and number, which this tenant
    sees once they accept, and until then what it said itself. A member who has not accepted yet is
    announced again, and one who has is left as they are; for either whose time is over a new one is
    needed (`AccessOver`). `PrehookBlocked`, `PrehookUnanswered`: the vendor is asked before anything is
    written.
    """
    await count_mail(resources[RateLimiter], caller.tenant_id, data.email)
    if is_asked(resources, EVENT):
        await may_invite(db, caller, data)
        await db.pause()
        await ask_vendor(resources, caller, client, data)
    return await bring_in(db, caller, client, data)


async def count_mail(limiter: RateLimiter, tenant_id: UUID, email: str) -> None:
    """Before anything is read: `RateLimited`, `InvalidEmail`."""
    address = users.normalize_email(email)
    await limiter.hit(MAILS_OF_ONE_TENANT, str(tenant_id))
    await limiter.hit(MAILS_TO_ONE_ADDRESS, f"{tenant_id}:{address}")


async def may_invite(db: Db, caller: Principal, data: Invitation) -> None:
    """By the account's own rules, and by what the caller may give."""
    await conditions.check_invite_conditions(
        db, caller.tenant_id, users.normalize_email(data.email)
    )
    await roles.require_assignable_roles(db, caller, data.role_ids or [])


async def ask_vendor(
    resources: Resources, caller: Principal, client: Client, data: Invitation
) -> None:
    """Whether the vendor's service lets this person be invited. Needs that no connection is held.
    `PrehookBlocked`, `PrehookUnanswered`."""
    user = {
        "email": users.normalize_email(data.email),
        "name": data.name,
        "phoneNumber": data.phone_number or data.phone,
        "roleIds": data.role_ids or [],
    }
    known = {name: value for name, value in user.items() if value is not None}
    async with resources[Database].transaction(Scope.tenant(caller.tenant_id)) as db:
        people = await memberships.count_members(db, caller.tenant_id)
    tenant = {"id": caller.tenant_id, "numberOfUsers": people}
    about = {"action": "CREATE", "user": known, "tenant": tenant}
    inviter = caller.person_id or caller.subject_id
    await call_prehook(resources, PrehookQuestion(EVENT, about, client, caller.tenant_id, inviter))


async def bring_in(db: Db, caller: Principal, client: Client, data: Invitation) -> UUID:
    """As `invite_user`, of a mail that was counted, and that the vendor was asked about."""
    await may_invite(db, caller, data)
    await take_turns(db, caller.tenant_id)  # before the person, as whoever removes one does
    user = await users.find_or_create(
        db, email=data.email, name=data.name, phone_number=data.phone_number or data.phone
    )
    if await _add_membership(db, caller, client, user.id, data):
        event = UserInvited(caller.tenant_id, user.id, users.normalize_email(data.email))
        await announce_event(db, event, by=by_caller(caller, client))
    return user.id


async def _add_membership(
    db: Db, caller: Principal, client: Client, user_id: UUID, data: Invitation
) -> bool:
    """Whether there is an invitation to accept."""
    lasts = data.expiration_in_seconds
    try:
        await memberships.add_member(
            db,
            tenant_id=caller.tenant_id,
            user_id=user_id,
            email=users.normalize_email(data.email),
            by=by_caller(caller, client),
            role_ids=data.role_ids or None,
            activated=False,
            invited_by=caller.person_id or caller.subject_id,
            invited_name=data.name,
            invited_phone_number=data.phone_number or data.phone,
            invited_email=users.normalize_email(data.email),
            temporary_expires_at=clock.now() + timedelta(seconds=lasts) if lasts else None,
        )
    except AlreadyMember:
        return await _renew_invitation(db, caller, client, user_id, lasts)
    return True


async def _renew_invitation(
    db: Db, caller: Principal, client: Client, user_id: UUID, lasts: int | None
) -> bool:
    """Whether a member still waits; a new period counts for those, and for whoever's is over."""
    known = await memberships.find_membership(db, caller.tenant_id, user_id)
    if known is None:
        return False
    end = known.temporary_expires_at
    over = end is not None and end <= clock.now()
    if lasts and (over or not known.activated):
        member = await require_manageable(db, caller, user_id)
        await manage.limit_access(db, caller, client, member, lasts)
    elif over:
        raise AccessOver("The access of this user has ended. Say how long it should last now.")
    return not known.activated
