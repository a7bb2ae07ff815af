"""Shared checks of MFA during sign-in: the pending sign-in, its due step, and the count of failures."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.identity.factors.service import count_factor_attempt
from gatehouse.identity.mfa.changes import FactorOwner
from gatehouse.identity.mfa.login import queries
from gatehouse.identity.one_time_codes.errors import WrongCode
from gatehouse.identity.sign_in import pending as waiting
from gatehouse.identity.sign_in.errors import SignInOver
from gatehouse.identity.sign_in.ip_location import place_of
from gatehouse.identity.sign_in.models import PendingSignIn, SignInStep
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources

CALLS_PER_PLACE = RateLimit("mfa.login.ip", 300, 5)


async def limit_factor_calls(resources: Resources, client: Client) -> None:
    """Limit these calls by IP address; called before the first statement of each."""
    await resources[RateLimiter].hit(CALLS_PER_PLACE, place_of(client.ip))


async def find_waiting_sign_in(db: Db, token: str, step: SignInStep) -> PendingSignIn:
    """Find the pending sign-in. Raises `SignInOver` when there is none that waits for this step."""
    return await waiting.find_pending_sign_in(db, token, step)


@asynccontextmanager
async def try_factor(db: Db, token: str, step: SignInStep | None) -> AsyncIterator[PendingSignIn]:
    """Lock the pending sign-in for one attempt; a wrong answer counts for it and for the user. Raises
    `SignInOver` when there is none that waits for this step, and `TooManyWrongCodes` after too many wrong
    codes."""
    pending = await waiting.find_pending_sign_in(db, token, step)
    try:
        async with count_factor_attempt(db, pending.user_id):
            # While this call waited for the lock, the user may have enrolled a factor elsewhere.
            if pending.step == SignInStep.ENROLL_SECOND_FACTOR and await queries.IS_ENROLLED.first(
                db, pending.user_id
            ):
                raise SignInOver("This sign-in is over. Sign in again.")
            yield pending
    except WrongCode:
        await waiting.count_try(db, pending)
        raise


async def owner_of(db: Db, pending: PendingSignIn, client: Client) -> FactorOwner:
    name = await queries.NAME.one(db, pending.user_id)
    by = by_person(pending.user_id, pending.email, client)
    return FactorOwner(pending.user_id, pending.entering, pending.email, name, by)
