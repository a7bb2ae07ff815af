"""Request an impersonation, and begin it."""

from datetime import timedelta
from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.access.staff_role import StaffRole
from gatehouse.access.vendor_permissions import may_role_impersonate
from gatehouse.audit.service import announce_event
from gatehouse.directory.people.service import get_manageable_member
from gatehouse.identity.impersonation import queries
from gatehouse.identity.impersonation import session as impersonated
from gatehouse.identity.impersonation.queries import ImpersonationRequest
from gatehouse.identity.impersonation.schemas import ActorToken
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.models import Impersonator
from gatehouse.identity.sign_in.public_call import SystemCall
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id, new_token, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.errors import Forbidden, Invalid, NotFound, Unauthenticated
from gatehouse.kit.events import Actor, Event
from gatehouse.kit.purge import declare_purge
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources


class ImpersonationRequested(Event):
    event_name = "impersonation.requested"
    severity = "High"
    text = "Requested impersonation of a user"
    user_id: UUID
    reason: str


class ImpersonationBegan(Event):
    """An impersonation has begun. Later actions in the session are audited with both the user and the
    impersonator."""

    event_name = "impersonation.began"
    severity = "High"
    text = "Started impersonating a user"
    user_id: UUID
    session_id: UUID
    reason: str


class OneselfImpersonated(Invalid, code="impersonation.oneself"): ...


class MemberUnknown(NotFound, code="impersonation.no_member"): ...


class ImpersonationForbidden(Forbidden, code="impersonation.forbidden"):
    """The tenant's administrator, or the vendor, does not allow impersonation."""


class ImpersonationOver(Unauthenticated, code="impersonation.over"):
    """The actor token is used, expired or for another user, or its requester may no longer impersonate."""


class ImpersonatorRequired(Forbidden, code="impersonation.person_needed"):
    """A backend's credential cannot impersonate; only a user can."""


LASTS = timedelta(minutes=2)
# The audit log keeps who impersonated which user, and why.
EXPIRED = declare_purge(
    "impersonations", job="impersonation.forget", cron="53 * * * *", kept_for=timedelta(days=1)
)
REQUESTS = RateLimit("impersonation.request", 30, 15)
BEGINNINGS_PER_IP = RateLimit("impersonation.ip", 60, 15)


async def request_impersonation(
    db: Db, resources: Resources, caller: Principal, user_id: UUID, reason: str
) -> ActorToken:
    """Issue an actor token for a member of the caller's tenant who does not rank above the caller. Raises
    `MemberNotFound`, `OutranksYou`, `ImpersonationForbidden` or `OneselfImpersonated`."""
    await resources[RateLimiter].hit(REQUESTS, str(caller.user_id))
    if user_id == caller.user_id:
        raise OneselfImpersonated("You are already signed in as this user")
    await get_manageable_member(db, caller, user_id)
    await _require_impersonation_allowed(db, caller.tenant_id)
    actor = caller.actor
    asked = ImpersonationRequest(
        caller.tenant_id, caller.user_id, caller.session_id, user_id, reason, by_staff=False
    )
    return await _issue_actor_token(db, asked, actor)


async def request_impersonation_as_staff(
    db: Db, resources: Resources, asked: ImpersonationRequest, by: Actor
) -> ActorToken:
    """Issue an actor token for staff of the vendor, for a user with access to any tenant. Raises
    `MemberUnknown`, `ImpersonationForbidden` or `OneselfImpersonated`. Needs the system scope; the caller
    checks whether the staff member may impersonate."""
    await db.pause()
    await resources[RateLimiter].hit(REQUESTS, str(asked.actor_id))
    if asked.user_id == asked.actor_id:
        raise OneselfImpersonated("You are already signed in as this user")
    if not await queries.IS_MEMBER.one(db, asked.tenant_id, asked.user_id, clock.now()):
        raise MemberUnknown("This user does not have access to this tenant")
    await _require_impersonation_allowed(db, asked.tenant_id)
    return await _issue_actor_token(db, asked, by)


async def _issue_actor_token(db: Db, asked: ImpersonationRequest, by: Actor) -> ActorToken:
    token, now = new_token(), clock.now()
    expires = now + LASTS
    await queries.ADD.run(
        db, new_id(), token_hash(token), asked.tenant_id, asked.actor_id, asked.session_id,
        asked.user_id, asked.reason, now, expires, asked.by_staff,
    )  # fmt: skip
    event = ImpersonationRequested(asked.tenant_id, asked.user_id, asked.reason)
    await announce_event(db, event, by=by)
    return ActorToken(actor_token=token, expires=expires)


async def begin_impersonation(call: SystemCall, *, user_id: UUID, token: str) -> SignedIn:
    """Begin a session as the user. Raises `ImpersonationOver`, `ImpersonationForbidden`, and the errors
    of the sign-in. Needs the system scope."""
    await call.limit_place(BEGINNINGS_PER_IP)
    roles = [role for role in StaffRole if may_role_impersonate(role)]
    permit = await queries.USE.first(call.db, token_hash(token), user_id, clock.now(), roles)
    if permit is None:
        raise ImpersonationOver("This request has expired. Request it again.")
    await _require_impersonation_allowed(call.db, permit.tenant_id)
    impersonator = Impersonator(
        permit.actor_id, permit.actor_email, tuple(permit.amr), permit.by_staff
    )
    session = await impersonated.start_impersonation(
        call.db, call.resources, permit.user_id, permit.tenant_id, impersonator, call.client
    )
    event = ImpersonationBegan(permit.tenant_id, user_id, session.session_id, permit.reason)
    await announce_event(call.db, event, by=impersonator.actor(call.client))
    return session


async def _require_impersonation_allowed(db: Db, tenant_id: UUID) -> None:
    if await queries.IS_FORBIDDEN.one(db, tenant_id):
        raise ImpersonationForbidden("This tenant does not allow impersonation")
