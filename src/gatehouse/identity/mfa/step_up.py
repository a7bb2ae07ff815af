"""Step-up: MFA once more before a sensitive operation, with a new session in place of the old one.
`login_routes` completes it. Needs the user's scope, or the system scope."""

from datetime import timedelta

from gatehouse.access.principal import Principal
from gatehouse.access.step_up import is_stepped_up
from gatehouse.identity.factors.service import list_mfa_devices
from gatehouse.identity.mfa.errors import NotEnrolled
from gatehouse.identity.sessions.enter_tenant import issue_token_for_tenant
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in import pending as waiting
from gatehouse.identity.sign_in.models import SignInChallenge, SignInStep
from gatehouse.kit import clock
from gatehouse.kit.db import Db, Query
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources

PER_PERSON = RateLimit("mfa.step_up", 30, 15)
HAS_MFA = Query(bool, "select mfa_enrolled from users where id = $1")


async def generate_step_up_token(
    db: Db, resources: Resources, caller: Principal, max_age: timedelta | None
) -> SignedIn | SignInChallenge:
    """Issue a token of this session if it is stepped up, otherwise the MFA challenge. Raises `NotEnrolled`
    when the user has no factor."""
    await resources[RateLimiter].hit(PER_PERSON, str(caller.user_id))
    if is_stepped_up(caller, max_age, clock.now()):
        return await issue_token_for_tenant(db, resources, caller, caller.tenant_id)
    if not await HAS_MFA.first(db, caller.user_id):
        raise NotEnrolled("MFA is not enrolled")
    token = await waiting.begin_pending_sign_in(
        db,
        step=SignInStep.VERIFY_SECOND_FACTOR,
        user_id=caller.user_id,
        tenant_id=caller.tenant_id,
        amr=caller.amr,
        purpose="step_up",
        session_id=caller.session_id,
    )
    return SignInChallenge(
        token=token,
        step=SignInStep.VERIFY_SECOND_FACTOR,
        user_id=caller.user_id,
        email=caller.email,
        email_verified=True,
        devices=await list_mfa_devices(db, caller.user_id),
    )
