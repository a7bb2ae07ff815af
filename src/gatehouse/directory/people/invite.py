"""Inviting a user: creates the user, a membership that is not activated yet, and an event."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from typing import Final
from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.audit.service import announce_event
from gatehouse.directory.people import manage, memberships
from gatehouse.directory.people.errors import AccessOver, AlreadyMember
from gatehouse.directory.people.events import UserInvited
from gatehouse.directory.people.schemas import Invitation
from gatehouse.directory.people.service import get_manageable_member
from gatehouse.directory.roles import service as roles
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.directory.users import service as users
from gatehouse.kit import clock
from gatehouse.kit.db import Database, Db, Scope
from gatehouse.kit.errors import DomainError
from gatehouse.kit.manifest import Registry
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.prehooks.client import call_prehook, is_prehook_active
from gatehouse.prehooks.queries import PrehookQuestion

EVENT: Final = "USER_INVITE"
# The invitation is sent to an address whose owner did not request it, so the number of emails is limited.
MAILS_TO_ONE_ADDRESS = RateLimit("invitation", 60, 60)
MAILS_OF_ONE_TENANT = RateLimit("invitation.tenant", 300, 60)


async def invite_user(db: Db, resources: Resources, caller: Principal, data: Invitation) -> UUID:
    """Invite a user and return their id. Announces `UserInvited`; the identity area mails the link.

    A new address becomes a user; an existing user keeps name and phone number, which this tenant sees once
    they accept, and until then what it sent itself. A member who has not accepted yet is announced again,
    and one who has accepted stays unchanged. Raises `AccessOver` when the temporary access of either has
    expired and no new period is given; `PrehookBlocked` or `PrehookUnanswered` when the vendor's prehook,
    called before anything is written, does not allow it.
    """
    await check_invitation_rate_limits(resources[RateLimiter], caller.tenant_id, data.email)
    if is_prehook_active(resources, EVENT):
        await require_invitable(db, caller, data)
        await db.pause()
        await call_invite_prehook(resources, caller, data)
    return await create_invitation(db, caller, data)


async def check_invitation_rate_limits(limiter: RateLimiter, tenant_id: UUID, email: str) -> None:
    """Apply the rate limits of invitation emails, before anything is read. Raises `RateLimited` or
    `InvalidEmail`."""
    address = users.normalize_email(email)
    await limiter.hit(MAILS_OF_ONE_TENANT, str(tenant_id))
    await limiter.hit(MAILS_TO_ONE_ADDRESS, f"{tenant_id}:{address}")


async def require_invitable(db: Db, caller: Principal, data: Invitation) -> None:
    """Check the conditions of the tenant, and that the caller may give the roles. Raises the error of the
    condition or role."""
    await check_invite_conditions(db, caller.tenant_id, users.normalize_email(data.email))
    await roles.require_assignable_roles(db, caller, data.role_ids or [])


async def call_invite_prehook(resources: Resources, caller: Principal, data: Invitation) -> None:
    """Call the vendor's prehook for this invitation. The caller must not hold a connection. Raises
    `PrehookBlocked` or `PrehookUnanswered`."""
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
    await call_prehook(
        resources, PrehookQuestion(EVENT, about, caller.client, caller.tenant_id, inviter)
    )


async def create_invitation(db: Db, caller: Principal, data: Invitation) -> UUID:
    """Invite as `invite_user` does, after the rate limits and the prehook."""
    await require_invitable(db, caller, data)
    await lock_tenant(db, caller.tenant_id)  # before the user, as when removing a member
    user = await users.find_or_create_user(
        db, email=data.email, name=data.name, phone_number=data.phone_number or data.phone
    )
    if await _add_invited_membership(db, caller, user.id, data):
        event = UserInvited(caller.tenant_id, user.id, users.normalize_email(data.email))
        await announce_event(db, event, by=caller.actor)
    return user.id


async def _add_invited_membership(
    db: Db, caller: Principal, user_id: UUID, data: Invitation
) -> bool:
    """Add the membership; returns whether there is an invitation to accept."""
    lasts = data.expiration_in_seconds
    try:
        await memberships.add_member(
            db,
            tenant_id=caller.tenant_id,
            user_id=user_id,
            email=users.normalize_email(data.email),
            by=caller.actor,
            role_ids=data.role_ids or None,
            activated=False,
            invited_by=caller.person_id or caller.subject_id,
            invited_name=data.name,
            invited_phone_number=data.phone_number or data.phone,
            invited_email=users.normalize_email(data.email),
            temporary_expires_at=clock.now() + timedelta(seconds=lasts) if lasts else None,
        )
    except AlreadyMember:
        return await _renew_invitation(db, caller, user_id, lasts)
    return True


async def _renew_invitation(db: Db, caller: Principal, user_id: UUID, lasts: int | None) -> bool:
    """Renew the period of a temporary member who has not accepted or whose access has expired; returns
    whether the invitation is still to be accepted. Raises `AccessOver` when the access has expired and no
    new period is given."""
    known = await memberships.find_membership(db, caller.tenant_id, user_id)
    if known is None:
        return False
    end = known.temporary_expires_at
    over = end is not None and end <= clock.now()
    if lasts and (over or not known.activated):
        member = await get_manageable_member(db, caller, user_id)
        await manage.set_membership_expiry(db, caller, member, lasts)
    elif over:
        raise AccessOver("The access of this user has expired. Set a new expiry.")
    return not known.activated


# Takes the tenant and normalized addresses, and returns an error for each refused address.
Condition = Callable[[Db, UUID, Sequence[str]], Awaitable[Mapping[str, DomainError]]]

_CONDITIONS: Registry[Condition] = Registry("invite_conditions")


def register_invite_condition(ask: Condition) -> Condition:
    """Register the condition; usable as a decorator."""
    _CONDITIONS.add_item(ask)
    return ask


async def check_invite_conditions(db: Db, tenant_id: UUID, email: str) -> None:
    """Raises the error of the first condition that refuses this address."""
    for refusal in (await find_refused_addresses(db, tenant_id, [email])).values():
        raise refusal


async def find_refused_addresses(
    db: Db, tenant_id: UUID, emails: Sequence[str]
) -> dict[str, DomainError]:
    """The refused addresses, each with the error of the first condition that refuses it."""
    refused: dict[str, DomainError] = {}
    for ask in await _CONDITIONS.load_items_in_thread():
        refused = {**await ask(db, tenant_id, emails), **refused}
    return refused
