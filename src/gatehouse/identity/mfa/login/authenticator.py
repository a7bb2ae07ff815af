"""Authenticator apps during sign-in."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.identity.factors import authenticator_apps as authenticators
from gatehouse.identity.factors.errors import NothingToConfirm
from gatehouse.identity.mfa.login.finish import (
    FinishedFactor,
    finish_with_enrollment,
    finish_with_factor,
)
from gatehouse.identity.mfa.login.pending_factor import limit_factor_calls, try_factor
from gatehouse.identity.mfa.offered_factors import must_be_offered
from gatehouse.identity.sign_in import enrollment
from gatehouse.identity.sign_in.models import PendingSignIn, SignInStep
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources


async def begin_authenticator_enrollment(
    db: Db, resources: Resources, client: Client, token: str
) -> str:
    """Return the `otpauth` address for the app, as in the login answer. Raises `SignInOver` when no sign-in
    waits for an enrollment, and `FactorNotOffered` when the vendor does not offer authenticator apps."""
    await limit_factor_calls(resources, client)
    must_be_offered(resources, "AuthenticatorApp")
    begun = await enrollment.begin_enrollment(db, resources, token)
    assert begun.authenticator_address is not None  # noqa: S101  it is offered
    return begun.authenticator_address


async def verify_authenticator(
    db: Db,
    resources: Resources,
    client: Client,
    token: str,
    code: str,
    *,
    device_id: UUID | None = None,
    step: SignInStep | None = None,
    remember: bool | None,
) -> FinishedFactor:
    """Verify a code of an enrolled app, or the first one of the app that is being enrolled: older clients
    send both to one address. Raises `WrongCode` for a wrong code, `SignInOver` without a pending sign-in, and
    `TooManyWrongCodes` after too many wrong codes."""
    await limit_factor_calls(resources, client)
    async with try_factor(db, token, step) as pending:
        if pending.step == SignInStep.ENROLL_SECOND_FACTOR:
            await _enroll_authenticator(db, resources, pending, code)
        else:
            await authenticators.check_authenticator_code(
                db, resources, pending.user_id, code, device_id
            )
    if pending.step == SignInStep.ENROLL_SECOND_FACTOR:
        return await finish_with_enrollment(
            db, resources, pending, token, "AuthenticatorApp", "otp", client, remember=remember
        )
    return await finish_with_factor(db, resources, pending, "otp", client, remember=remember)


async def _enroll_authenticator(
    db: Db, resources: Resources, pending: PendingSignIn, code: str
) -> None:
    must_be_offered(resources, "AuthenticatorApp")
    secret = enrollment.kept_secret(resources, pending)
    if secret is None:
        raise NothingToConfirm("Set up an authenticator app first")
    await authenticators.add_authenticator(db, resources, pending.user_id, secret, code)
