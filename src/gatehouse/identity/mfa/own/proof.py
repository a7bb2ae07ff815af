"""Proof required before a signed-in user's MFA factors change.

To add one: a sign-in within the last hour. To remove one: its code or, without a code, a stepped-up session.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.access.step_up import must_be_recent, must_be_stepped_up
from gatehouse.audit.actors import by_caller
from gatehouse.identity.factors.service import count_factor_attempt
from gatehouse.identity.mfa.changes import FactorOwner
from gatehouse.identity.mfa.own.errors import CodeRefused
from gatehouse.identity.one_time_codes.errors import CodeExpired, WrongCode
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources

RECENT = timedelta(hours=1)
ENROLLMENTS = RateLimit("mfa.enroll", 30, 15)


async def may_add(resources: Resources, caller: Principal) -> None:
    """Raises `RecentSignInNeeded` when the sign-in is too old, and limits the calls; called before the first
    statement."""
    must_be_recent(caller, RECENT)
    await resources[RateLimiter].hit(ENROLLMENTS, str(caller.user_id))


def may_remove(caller: Principal) -> None:
    """Raises `StepUpNeeded` when the session is not stepped up."""
    must_be_stepped_up(caller, RECENT)


@asynccontextmanager
async def count_wrong_proofs(db: Db, caller: Principal) -> AsyncIterator[None]:
    """Count a failed check of a code or key for the user. Raises `CodeRefused` when the code is wrong or
    expired."""
    try:
        async with count_factor_attempt(db, caller.user_id):
            yield
    except (WrongCode, CodeExpired) as refused:
        raise CodeRefused(refused.message) from None


def owner_of(caller: Principal, client: Client) -> FactorOwner:
    return FactorOwner(
        caller.user_id,
        caller.tenant_id,
        caller.email,
        caller.name,
        by_caller(caller, client),
        session_id=caller.session_id,
    )
