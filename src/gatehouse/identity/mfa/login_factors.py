"""MFA during sign-in: verify a factor, or enroll the first one, and complete the sign-in with session,
cookies and remembered browser."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from starlette.responses import Response

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.identity.factors import authenticator_apps as authenticators
from gatehouse.identity.factors import phone_and_email
from gatehouse.identity.factors import remembered_devices as remembered
from gatehouse.identity.factors.errors import NothingToConfirm, UnknownFactor
from gatehouse.identity.factors.phone_and_email import normalize_factor_number
from gatehouse.identity.factors.service import (
    count_factor_attempt,
    mask_phone_number,
    must_be_offered,
    must_offer_keys,
)
from gatehouse.identity.mfa import changes, codes
from gatehouse.identity.mfa.changes import FactorOwner
from gatehouse.identity.mfa.codes import CodeRequest
from gatehouse.identity.mfa.own_factors import STRATEGY_OF
from gatehouse.identity.mfa.schemas import EnrolledKey, TextSent
from gatehouse.identity.one_time_codes import service as one_time_codes
from gatehouse.identity.one_time_codes.errors import WrongCode
from gatehouse.identity.one_time_codes.service import CodePurpose
from gatehouse.identity.sessions.cookies import set_cookie
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in import pending as enrollment
from gatehouse.identity.sign_in.context import DEVICE_COOKIE
from gatehouse.identity.sign_in.errors import SignInOver
from gatehouse.identity.sign_in.flow import finish_sign_in
from gatehouse.identity.sign_in.ip_location import place_of
from gatehouse.identity.sign_in.models import (
    PendingSignIn,
    RememberingRule,
    SignInChallenge,
    SignInStep,
)
from gatehouse.identity.sign_in.pending import recovery_code_of
from gatehouse.identity.sign_in.response import build_sign_in_response
from gatehouse.identity.webauthn import service as keys
from gatehouse.identity.webauthn.schemas import UsedKey
from gatehouse.identity.webauthn.service import ChallengePurpose
from gatehouse.kit.db import Db, Query
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.models import MfaStrategy

CALLS_PER_PLACE = RateLimit("mfa.login.ip", 300, 5)


async def limit_factor_calls(resources: Resources, client: Client) -> None:
    """Limit these calls by IP address; called before the first statement of each."""
    await resources[RateLimiter].hit(CALLS_PER_PLACE, place_of(client.ip))


async def find_waiting_sign_in(db: Db, token: str, step: SignInStep) -> PendingSignIn:
    """Find the pending sign-in. Raises `SignInOver` when there is none that waits for this step."""
    return await enrollment.find_pending_sign_in(db, token, step)


@asynccontextmanager
async def try_factor(db: Db, token: str, step: SignInStep | None) -> AsyncIterator[PendingSignIn]:
    """Lock the pending sign-in for one attempt; a wrong answer counts for it and for the user. Raises
    `SignInOver` when there is none that waits for this step, and `TooManyWrongCodes` after too many wrong
    codes."""
    pending = await enrollment.find_pending_sign_in(db, token, step)
    try:
        async with count_factor_attempt(db, pending.user_id):
            # While this call waited for the lock, the user may have enrolled a factor elsewhere.
            if pending.step == SignInStep.ENROLL_SECOND_FACTOR and await HAS_MFA.first(
                db, pending.user_id
            ):
                raise SignInOver("This sign-in is over. Sign in again.")
            yield pending
    except WrongCode:
        await enrollment.count_try(db, pending)
        raise


async def owner_of(db: Db, pending: PendingSignIn, client: Client) -> FactorOwner:
    name = await USER_NAME.one(db, pending.user_id)
    by = by_person(pending.user_id, pending.email, client)
    return FactorOwner(pending.user_id, pending.entering, pending.email, name, by)


HAS_MFA = Query(bool, "select mfa_enrolled from users where id = $1")
USER_NAME = Query(str, "select name from users where id = $1")


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
    return await enrollment.remembering_of(db, outcome.tenant_id)


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


async def text_sign_in_code(
    db: Db, resources: Resources, client: Client, token: str, device_id: UUID
) -> TextSent:
    """Send a code to an enrolled number. Raises `SignInOver` without a pending sign-in, and `UnknownFactor`
    when the number is not enrolled."""
    await limit_factor_calls(resources, client)
    pending = await find_waiting_sign_in(db, token, SignInStep.VERIFY_SECOND_FACTOR)
    number = await phone_and_email.number_of(db, pending.user_id, device_id)
    sent = await codes.text_code(
        db, resources, CodePurpose.SECOND_FACTOR, number, _code_request(pending, client)
    )
    return TextSent(otc_token=sent, phone_number=mask_phone_number(number))


async def text_to_new(
    db: Db, resources: Resources, client: Client, token: str, number: str
) -> TextSent:
    """Send a code to a number that is being enrolled. Raises `SignInOver` when no sign-in waits for an
    enrollment, `NumberMalformed` for a malformed number, and `FactorNotOffered` when the vendor does not
    offer SMS."""
    await limit_factor_calls(resources, client)
    must_be_offered(resources, "SMS")
    number = normalize_factor_number(number)
    pending = await find_waiting_sign_in(db, token, SignInStep.ENROLL_SECOND_FACTOR)
    sent = await codes.text_code(
        db, resources, CodePurpose.ENROLL_PHONE, number, _code_request(pending, client)
    )
    return TextSent(otc_token=sent, phone_number=number)


async def mail_sign_in_code(db: Db, resources: Resources, client: Client, token: str) -> str:
    """Send a code by email to a user who has this factor, or is enrolling it. Raises `SignInOver` without a
    pending sign-in, `UnknownFactor` when it is not enrolled, and `FactorNotOffered` when it may not be
    enrolled."""
    await limit_factor_calls(resources, client)
    pending = await enrollment.find_pending_sign_in(db, token)
    if pending.step == SignInStep.ENROLL_SECOND_FACTOR:
        must_be_offered(resources, "EmailCode")
    elif not await phone_and_email.has_email_factor(db, pending.user_id):
        raise UnknownFactor("You do not get codes by mail")
    return await codes.mail_code(
        db, resources, _mail_purpose(pending), pending.email, _code_request(pending, client)
    )


async def verify_text(
    db: Db,
    resources: Resources,
    client: Client,
    token: str,
    otc_token: str,
    code: str,
    device_id: UUID,
    *,
    remember: bool | None,
) -> FinishedFactor:
    """Verify a code by text message. Raises `WrongCode` or `CodeExpired` for the code, `SignInOver` without a
    pending sign-in, and `TooManyWrongCodes` after too many wrong codes."""
    await limit_factor_calls(resources, client)
    async with try_factor(db, token, SignInStep.VERIFY_SECOND_FACTOR) as pending:
        number = await phone_and_email.number_of(db, pending.user_id, device_id)
        used = await one_time_codes.use_one_time_code(
            db, CodePurpose.SECOND_FACTOR, otc_token, code, bound_to=pending.id
        )
        if used.recipient != number:
            raise WrongCode()
    return await finish_with_factor(db, resources, pending, "sms", client, remember=remember)


async def enroll_phone(
    db: Db,
    resources: Resources,
    client: Client,
    token: str,
    otc_token: str,
    code: str,
    *,
    remember: bool | None,
) -> FinishedFactor:
    """Enroll the number and complete the sign-in. Raises what `verify_text` raises."""
    await limit_factor_calls(resources, client)
    async with try_factor(db, token, SignInStep.ENROLL_SECOND_FACTOR) as pending:
        used = await one_time_codes.use_one_time_code(
            db, CodePurpose.ENROLL_PHONE, otc_token, code, bound_to=pending.id
        )
        await phone_and_email.add_phone_factor(db, pending.user_id, used.recipient)
    return await finish_with_enrollment(
        db, resources, pending, token, "SMS", "sms", client, remember=remember
    )


async def verify_mail(
    db: Db,
    resources: Resources,
    client: Client,
    token: str,
    otc_token: str,
    code: str,
    *,
    remember: bool | None,
) -> FinishedFactor:
    """Verify a code by email, and enroll this factor if the sign-in requires an enrollment. Raises what
    `verify_text` raises."""
    await limit_factor_calls(resources, client)
    async with try_factor(db, token, None) as pending:
        purpose = _mail_purpose(pending)
        await one_time_codes.use_one_time_code(db, purpose, otc_token, code, bound_to=pending.id)
        if purpose == CodePurpose.ENROLL_EMAIL:
            await phone_and_email.add_email_factor(db, pending.user_id)
        elif not await phone_and_email.has_email_factor(db, pending.user_id):
            raise WrongCode()
    if purpose == CodePurpose.ENROLL_EMAIL:
        return await finish_with_enrollment(
            db, resources, pending, token, "EmailCode", "otp", client, remember=remember
        )
    return await finish_with_factor(db, resources, pending, "otp", client, remember=remember)


def _mail_purpose(pending: PendingSignIn) -> CodePurpose:
    enrolls = pending.step == SignInStep.ENROLL_SECOND_FACTOR
    return CodePurpose.ENROLL_EMAIL if enrolls else CodePurpose.SECOND_FACTOR


def _code_request(pending: PendingSignIn, client: Client) -> CodeRequest:
    return CodeRequest(pending.user_id, pending.id, client)


async def begin_key_enrollment(
    db: Db, resources: Resources, client: Client, token: str
) -> tuple[str, dict[str, Any]]:
    """Return token and options to enroll a key. Raises `SignInOver` when no sign-in waits for an enrollment,
    and `FactorNotOffered` when the vendor offers no keys."""
    await limit_factor_calls(resources, client)
    must_offer_keys(resources)
    pending = await find_waiting_sign_in(db, token, SignInStep.ENROLL_SECOND_FACTOR)
    return await keys.begin_new(
        db, resources, ChallengePurpose.ENROLL, pending.user_id, pending.email, pending.id
    )


async def enroll_security_key(
    db: Db,
    resources: Resources,
    client: Client,
    token: str,
    data: EnrolledKey,
    *,
    remember: bool | None,
) -> FinishedFactor:
    """Enroll the key and complete the sign-in. Raises `WrongKey` when its response is not valid, `SignInOver`
    without a pending sign-in, and `TooManyWrongCodes` after too many failures."""
    await limit_factor_calls(resources, client)
    strategy = STRATEGY_OF[data.device_type]
    must_be_offered(resources, strategy)
    async with try_factor(db, token, SignInStep.ENROLL_SECOND_FACTOR) as pending:
        await keys.finish_new(
            db,
            resources,
            ChallengePurpose.ENROLL,
            data.webauthn_token,
            data.options,
            user_id=pending.user_id,
            bound_to=pending.id,
            device_type=data.device_type,
        )
    return await finish_with_enrollment(
        db, resources, pending, token, strategy, "hwk", client, remember=remember
    )


async def begin_key_use(
    db: Db, resources: Resources, client: Client, token: str, device_id: UUID
) -> tuple[str, dict[str, Any]]:
    """Return token and options to use a key. Raises `SignInOver` without a pending sign-in, and
    `UnknownFactor` when the key is not enrolled."""
    await limit_factor_calls(resources, client)
    pending = await find_waiting_sign_in(db, token, SignInStep.VERIFY_SECOND_FACTOR)
    return await keys.begin_use(
        db, resources, ChallengePurpose.SECOND_FACTOR, pending.user_id, device_id, pending.id
    )


async def verify_security_key(
    db: Db,
    resources: Resources,
    client: Client,
    token: str,
    device_id: UUID,
    webauthn_token: str,
    key: UsedKey,
    *,
    remember: bool | None,
) -> FinishedFactor:
    """Verify the key and complete the sign-in. Raises `WrongKey` when its response is not valid, `SignInOver`
    without a pending sign-in, and `TooManyWrongCodes` after too many failures."""
    await limit_factor_calls(resources, client)
    async with try_factor(db, token, SignInStep.VERIFY_SECOND_FACTOR) as pending:
        await keys.check_webauthn_response(
            db,
            resources,
            ChallengePurpose.SECOND_FACTOR,
            webauthn_token,
            key,
            user_id=pending.user_id,
            device_id=device_id,
            bound_to=pending.id,
        )
    return await finish_with_factor(db, resources, pending, "hwk", client, remember=remember)
