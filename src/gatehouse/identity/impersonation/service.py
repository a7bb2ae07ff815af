"""Ask to act in somebody's name, and begin."""

from datetime import timedelta
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.audit.actors import by_caller
from gatehouse.audit.service import announce
from gatehouse.directory.people.read.service import manageable
from gatehouse.identity.impersonation import queries
from gatehouse.identity.impersonation.errors import (
    ImpersonationForbidden,
    ImpersonationOver,
    OneselfImpersonated,
)
from gatehouse.identity.impersonation.events import ImpersonationBegan, ImpersonationRequested
from gatehouse.identity.impersonation.schemas import ActorToken
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in import impersonated
from gatehouse.identity.sign_in.models import Impersonator
from gatehouse.identity.sign_in.places import place_of
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_id, new_token, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.jobs import JobContext, scheduled
from gatehouse.kit.purge import Purge
from gatehouse.kit.rate_limit import Limit, RateLimiter
from gatehouse.kit.resources import Resources

LASTS = timedelta(minutes=2)
REQUESTS = Limit("impersonation.request", 30, 15)
BEGINNINGS_PER_IP = Limit("impersonation.ip", 60, 15)
OVER = Purge("impersonations", timedelta(days=1), queries.FORGET, queries.OLDEST_TO_FORGET)


async def request(
    db: Db, resources: Resources, caller: Principal, client: Client, user_id: UUID, reason: str
) -> ActorToken:
    """For a member of the caller's tenant who does not rank above them: `MemberNotFound`, `OutranksYou`,
    `ImpersonationForbidden`, `OneselfImpersonated`."""
    await resources[RateLimiter].hit(REQUESTS, str(caller.user_id))
    if user_id == caller.user_id:
        raise OneselfImpersonated("You are this person already")
    await manageable(db, caller, user_id)
    await _must_be_allowed(db, caller.tenant_id)
    token, now = new_token(), clock.now()
    expires = now + LASTS
    await queries.ADD.run(
        db, new_id(), token_hash(token), caller.tenant_id, caller.user_id, caller.session_id,
        user_id, reason, now, expires,
    )  # fmt: skip
    event = ImpersonationRequested(caller.tenant_id, user_id, reason)
    await announce(db, event, by=by_caller(caller, client))
    return ActorToken(actor_token=token, expires=expires)


async def begin(
    db: Db, resources: Resources, client: Client, *, user_id: UUID, token: str
) -> SignedIn:
    """A session in the person's name; `ImpersonationOver`, `ImpersonationForbidden`, and the refusals of the
    sign-in. Needs the system scope."""
    await resources[RateLimiter].hit(BEGINNINGS_PER_IP, place_of(client.ip))
    permit = await queries.USE.first(db, token_hash(token), user_id, clock.now())
    if permit is None:
        raise ImpersonationOver("This request is over. Ask for it again.")
    await _must_be_allowed(db, permit.tenant_id)
    impersonator = Impersonator(permit.actor_id, permit.actor_email, tuple(permit.amr))
    session = await impersonated.sign_in(
        db, resources, permit.user_id, permit.tenant_id, impersonator, client
    )
    event = ImpersonationBegan(permit.tenant_id, user_id, session.session_id, permit.reason)
    await announce(db, event, by=impersonator.actor(client))
    return session


async def _must_be_allowed(db: Db, tenant_id: UUID) -> None:
    if await queries.IS_FORBIDDEN.one(db, tenant_id):
        raise ImpersonationForbidden("This account does not allow anybody to act for its people")


@scheduled("impersonation.forget", "53 * * * *")
async def forget(context: JobContext) -> None:
    """Delete what is over; the audit keeps who acted for whom, and why."""
    await OVER.run(context)
