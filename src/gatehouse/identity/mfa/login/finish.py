"""Complete a sign-in after MFA: session, cookies and remembered browser."""

from dataclasses import dataclass

from starlette.responses import Response

from gatehouse.access.client import Client
from gatehouse.identity.factors import remembered_devices as remembered
from gatehouse.identity.mfa import changes
from gatehouse.identity.mfa.login.pending_factor import owner_of
from gatehouse.identity.sessions.cookies import set_cookie
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in import pending as waiting
from gatehouse.identity.sign_in.context import DEVICE_COOKIE
from gatehouse.identity.sign_in.enrollment import recovery_code_of
from gatehouse.identity.sign_in.flow import finish_sign_in
from gatehouse.identity.sign_in.models import PendingSignIn, RememberingRule, SignInChallenge
from gatehouse.identity.sign_in.response import build_sign_in_response
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.models import MfaStrategy


@dataclass(frozen=True, slots=True)
class FinishedFactor:
    """A completed MFA step. `device` is the token of a browser that is remembered for `seconds`."""

    outcome: SignedIn | SignInChallenge
    recovery_code: str | None = None
    device: str | None = None
    seconds: int = 0


async def finish_with_factor(
    db: Db,
    resources: Resources,
    pending: PendingSignIn,
    method: str,
    client: Client,
    *,
    remember: bool | None,
    recovery_code: str | None = None,
) -> FinishedFactor:
    """Complete the sign-in after the factor was verified. The browser is remembered if requested and allowed
    by the tenant."""
    outcome = await finish_sign_in(db, resources, pending, method, client)
    rule = await _remembering_rule(db, outcome) if remember else None
    if rule is None or not rule.is_allowed:
        return FinishedFactor(outcome, recovery_code)
    token = await remembered.remember_device(db, pending.user_id, rule.seconds)
    return FinishedFactor(outcome, recovery_code, token, rule.seconds)


async def finish_with_enrollment(
    db: Db,
    resources: Resources,
    pending: PendingSignIn,
    token: str,
    strategy: MfaStrategy,
    method: str,
    client: Client,
    *,
    remember: bool | None,
) -> FinishedFactor:
    """Complete the sign-in after the first factor was enrolled, which counts as verified. The recovery code
    is the one that the challenge showed."""
    owner = await owner_of(db, pending, client)
    promised = recovery_code_of(token, pending)
    code = await changes.announce_enrollment(db, resources, owner, strategy, promised)
    return await finish_with_factor(
        db, resources, pending, method, client, remember=remember, recovery_code=code
    )


def build_login_response(resources: Resources, finished: FinishedFactor) -> Response:
    """Build the login answer with its cookies."""
    code = finished.recovery_code
    more = {"recoveryCode": code} if code else {}
    response = build_sign_in_response(resources, finished.outcome, 201, **more)
    if finished.device:
        set_cookie(response, resources, DEVICE_COOKIE, finished.device, finished.seconds)
    return response


async def _remembering_rule(db: Db, outcome: SignedIn | SignInChallenge) -> RememberingRule | None:
    if not isinstance(outcome, SignedIn):
        return None
    return await waiting.remembering_of(db, outcome.tenant_id)
