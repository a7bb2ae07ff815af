"""MFA during sign-in: verify a factor, or enroll the first one, and complete the sign-in with session,
cookies and remembered browser."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

from fastapi import Response

from gatehouse.audit.actors import by_person
from gatehouse.identity.factors import authenticator_apps as authenticators
from gatehouse.identity.factors import phone_and_email
from gatehouse.identity.factors import service as factors
from gatehouse.identity.factors.errors import NothingToConfirm, UnknownFactor
from gatehouse.identity.factors.phone_and_email import normalize_factor_number
from gatehouse.identity.factors.service import (
    count_factor_attempt,
    mask_phone_number,
    require_factor_offered,
    require_security_keys_offered,
)
from gatehouse.identity.mfa import changes, codes, schemas
from gatehouse.identity.mfa.changes import FactorOwner
from gatehouse.identity.mfa.codes import CodeRequest
from gatehouse.identity.mfa.own_factors import STRATEGY_OF
from gatehouse.identity.mfa.step_up import HAS_MFA
from gatehouse.identity.one_time_codes import service as one_time_codes
from gatehouse.identity.one_time_codes.errors import WrongCode
from gatehouse.identity.one_time_codes.models import CodePurpose, OneTimeCode
from gatehouse.identity.sessions.cookies import set_cookie
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.identity.sign_in import pending
from gatehouse.identity.sign_in.context import DEVICE_COOKIE
from gatehouse.identity.sign_in.errors import SignInOver
from gatehouse.identity.sign_in.flow import finish_sign_in
from gatehouse.identity.sign_in.models import PendingSignIn, SignInStep
from gatehouse.identity.sign_in.public_call import PublicCall, SystemCall
from gatehouse.identity.sign_in.queries import COUNT_TRY, REMEMBERING
from gatehouse.identity.sign_in.response import build_sign_in_response
from gatehouse.identity.webauthn import service as keys
from gatehouse.identity.webauthn.service import ChallengePurpose
from gatehouse.kit.db import Query
from gatehouse.kit.rate_limit import RateLimit
from gatehouse.kit.router import Router
from gatehouse.vendor.configuration.models import MfaStrategy

router = Router(prefix="/identity/resources/auth/v1/user/mfa", tags=["MFA at login"])

CALLS_PER_PLACE = RateLimit("mfa.login.ip", 300, 5)
USER_NAME = Query(str, "select name from users where id = $1")
VERIFY, ENROLL = SignInStep.VERIFY_SECOND_FACTOR, SignInStep.ENROLL_SECOND_FACTOR
SIGNS_IN: dict[str, Any] = {
    "response_model": LoginResponse,
    "status_code": 201,
    "responses": {
        401: {
            "description": "ER-01011 wrong code, ER-01017 too old, ER-01052 wrong key, login.over"
        },
        403: {"description": "ER-01034: too many wrong codes"},
    },
}


@asynccontextmanager
async def _attempt_pending_sign_in(
    call: SystemCall, data: schemas.FinishingBody, step: SignInStep | None
) -> AsyncIterator[PendingSignIn]:
    """Lock the pending sign-in for one attempt; a wrong answer counts for it and for the user. Raises
    `SignInOver` when there is none that waits for this step, and `TooManyWrongCodes` after too many wrong
    codes."""
    waiting = await pending.get_pending_sign_in(call.db, data.mfa_token, step)
    try:
        async with count_factor_attempt(call.db, waiting.user_id):
            # While this call waited for the lock, the user may have enrolled a factor elsewhere.
            if waiting.step == ENROLL and await HAS_MFA.first(call.db, waiting.user_id):
                raise SignInOver("This sign-in has expired. Sign in again.")
            yield waiting
    except WrongCode:
        await COUNT_TRY.run(call.db, waiting.id)
        raise


async def _finish_mfa_sign_in(
    call: SystemCall,
    data: schemas.FinishingBody,
    waiting: PendingSignIn,
    method: str,
    enrolled: MfaStrategy | None = None,
) -> Response:
    """Complete the sign-in after the factor was verified, or `enrolled` as the first one, which counts as
    verified: the login answer with its cookies. The recovery code is the one that the challenge showed. The
    browser is remembered if requested and allowed by the tenant."""
    db, more = call.db, {}
    if enrolled:
        name = await USER_NAME.one(db, waiting.user_id)
        by = by_person(waiting.user_id, waiting.email, call.client)
        owner = FactorOwner(waiting.user_id, waiting.entering, waiting.email, name, by)
        promised = pending.derive_pending_recovery_code(data.mfa_token, waiting)
        code = await changes.announce_enrollment(db, call.resources, owner, enrolled, promised)
        more = {"recoveryCode": code} if code else {}
    outcome = await finish_sign_in(db, call.resources, waiting, method, call.client)
    rule = None
    if data.remember_device and isinstance(outcome, SignedIn):
        rule = await REMEMBERING.first(db, outcome.tenant_id)
    response = build_sign_in_response(call.resources, outcome, 201, **more)
    if rule and rule.is_allowed:
        token = await factors.remember_device(db, waiting.user_id, rule.seconds)
        set_cookie(response, call.resources, DEVICE_COOKIE, token, rule.seconds)
    return response


async def _verify_authenticator_code(
    call: SystemCall,
    data: schemas.FinishingBody,
    code: str,
    device_id: UUID | None = None,
    step: SignInStep | None = None,
) -> Response:
    """Verify a code of an enrolled app, or the first one of the app that is being enrolled: older clients
    send both to one address. Raises `WrongCode` for a wrong code, `SignInOver` without a pending sign-in, and
    `TooManyWrongCodes` after too many wrong codes."""
    await call.limit_place(CALLS_PER_PLACE)
    async with _attempt_pending_sign_in(call, data, step) as waiting:
        if waiting.step == ENROLL:
            require_factor_offered(call.resources, "AuthenticatorApp")
            secret = pending.open_enrollment_secret(call.resources, waiting)
            if secret is None:
                raise NothingToConfirm("Set up an authenticator app first")
            await authenticators.add_authenticator(
                call.db, call.resources, waiting.user_id, secret, code
            )
        else:
            await authenticators.check_authenticator_code(
                call.db, call.resources, waiting.user_id, code, device_id
            )
    enrolled: MfaStrategy | None = "AuthenticatorApp" if waiting.step == ENROLL else None
    return await _finish_mfa_sign_in(call, data, waiting, "otp", enrolled)


@router.post("/verify", **SIGNS_IN)
async def verify_second_factor(call: PublicCall, data: schemas.AppValue) -> Response:
    """Verify a code of an authenticator app, also the first one of an app that must be enrolled; signs in."""
    return await _verify_authenticator_code(call, data, data.value, data.device_id)


@router.post("/authenticator/enroll", status_code=201)
async def begin_authenticator_at_login(call: PublicCall, data: schemas.Waiting) -> schemas.QrCode:
    """Get the QR code of the app that must be enrolled, as in the login answer."""
    await call.limit_place(CALLS_PER_PLACE)
    require_factor_offered(call.resources, "AuthenticatorApp")
    begun = await pending.begin_factor_enrollment(call.db, call.resources, data.mfa_token)
    assert begun.authenticator_address is not None  # noqa: S101  it is offered
    await call.db.pause()
    return schemas.QrCode.from_address(begun.authenticator_address)


@router.post("/authenticator/enroll/verify", **SIGNS_IN)
async def enroll_authenticator_at_login(call: PublicCall, data: schemas.FirstAppCode) -> Response:
    """Enroll an app with its first code; signs in, and returns the recovery code."""
    return await _verify_authenticator_code(call, data, data.token, step=ENROLL)


@router.post("/authenticator/{device_id}/verify", **SIGNS_IN)
async def verify_authenticator_at_login(
    call: PublicCall, device_id: UUID, data: schemas.AppValue
) -> Response:
    """Verify a code of this app; signs in."""
    return await _verify_authenticator_code(call, data, data.value, device_id, VERIFY)


@router.post("/emailcode", status_code=201)
async def send_mfa_mail(call: PublicCall, data: schemas.Waiting) -> schemas.CodeSent:
    """Send a code to the user's own email address."""
    await call.limit_place(CALLS_PER_PLACE)
    waiting = await pending.get_pending_sign_in(call.db, data.mfa_token)
    if waiting.step == ENROLL:
        require_factor_offered(call.resources, "EmailCode")
    elif not await phone_and_email.has_email_factor(call.db, waiting.user_id):
        raise UnknownFactor("You do not receive codes by email")
    request = CodeRequest(waiting.user_id, waiting.id, call.client)
    purpose, email = _choose_mail_purpose(waiting), waiting.email
    sent = await codes.mail_mfa_code(call.db, call.resources, purpose, email, request)
    return schemas.CodeSent(otc_token=sent)


@router.post("/emailcode/verify", **SIGNS_IN)
async def verify_mfa_mail(call: PublicCall, data: schemas.SentCodeOf) -> Response:
    """Verify the code sent by email; signs in, and enrolls codes by email where a factor must be enrolled."""
    await call.limit_place(CALLS_PER_PLACE)
    async with _attempt_pending_sign_in(call, data, None) as waiting:
        purpose = _choose_mail_purpose(waiting)
        await _use_login_code(call, purpose, data, waiting)
        if purpose == CodePurpose.ENROLL_EMAIL:
            await phone_and_email.add_email_factor(call.db, waiting.user_id)
        elif not await phone_and_email.has_email_factor(call.db, waiting.user_id):
            raise WrongCode()
    enrolled: MfaStrategy | None = "EmailCode" if purpose == CodePurpose.ENROLL_EMAIL else None
    return await _finish_mfa_sign_in(call, data, waiting, "otp", enrolled)


@router.post("/sms/enroll", status_code=201)
async def send_mfa_text_to_new(call: PublicCall, data: schemas.WaitingPhone) -> schemas.TextSent:
    """Send a code to the number that is to be enrolled."""
    await call.limit_place(CALLS_PER_PLACE)
    require_factor_offered(call.resources, "SMS")
    number = normalize_factor_number(data.phone_number)
    waiting = await pending.get_pending_sign_in(call.db, data.mfa_token, ENROLL)
    sent = await _text_login_code(call, CodePurpose.ENROLL_PHONE, number, waiting)
    return schemas.TextSent(otc_token=sent, phone_number=number)


@router.post("/sms/enroll/verify", **SIGNS_IN)
async def enroll_phone_at_login(call: PublicCall, data: schemas.SentCodeOf) -> Response:
    """Enroll a number with the code that was sent to it; signs in, and returns the recovery code."""
    await call.limit_place(CALLS_PER_PLACE)
    async with _attempt_pending_sign_in(call, data, ENROLL) as waiting:
        used = await _use_login_code(call, CodePurpose.ENROLL_PHONE, data, waiting)
        await phone_and_email.add_phone_factor(call.db, waiting.user_id, used.recipient)
    return await _finish_mfa_sign_in(call, data, waiting, "sms", "SMS")


@router.post("/sms/{device_id}", status_code=201)
async def send_mfa_text(
    call: PublicCall, device_id: UUID, data: schemas.Waiting
) -> schemas.TextSent:
    """Send a code to an enrolled number."""
    await call.limit_place(CALLS_PER_PLACE)
    waiting = await pending.get_pending_sign_in(call.db, data.mfa_token, VERIFY)
    number = await phone_and_email.get_factor_number(call.db, waiting.user_id, device_id)
    sent = await _text_login_code(call, CodePurpose.SECOND_FACTOR, number, waiting)
    return schemas.TextSent(otc_token=sent, phone_number=mask_phone_number(number))


@router.post("/sms/{device_id}/verify", **SIGNS_IN)
async def verify_mfa_text(call: PublicCall, device_id: UUID, data: schemas.SentCodeOf) -> Response:
    """Verify the code that was sent; signs in."""
    await call.limit_place(CALLS_PER_PLACE)
    async with _attempt_pending_sign_in(call, data, VERIFY) as waiting:
        number = await phone_and_email.get_factor_number(call.db, waiting.user_id, device_id)
        used = await _use_login_code(call, CodePurpose.SECOND_FACTOR, data, waiting)
        if used.recipient != number:
            raise WrongCode()
    return await _finish_mfa_sign_in(call, data, waiting, "sms")


@router.post("/webauthn/enroll", status_code=201)
async def begin_key_at_login(call: PublicCall, data: schemas.Waiting) -> schemas.KeyOptions:
    """Get the options for `navigator.credentials.create`, for a key that must be enrolled."""
    await call.limit_place(CALLS_PER_PLACE)
    require_security_keys_offered(call.resources)
    waiting = await pending.get_pending_sign_in(call.db, data.mfa_token, ENROLL)
    return schemas.KeyOptions.from_challenge(
        await keys.begin_key_registration(
            call.db, call.resources, ChallengePurpose.ENROLL,
            waiting.user_id, waiting.email, waiting.id,
        )
    )  # fmt: skip


@router.post("/webauthn/enroll/verify", **SIGNS_IN)
async def enroll_key_at_login(call: PublicCall, data: schemas.FirstKey) -> Response:
    """Enroll the new key; signs in, and returns the recovery code."""
    await call.limit_place(CALLS_PER_PLACE)
    strategy = STRATEGY_OF[data.device_type]
    require_factor_offered(call.resources, strategy)
    async with _attempt_pending_sign_in(call, data, ENROLL) as waiting:
        await keys.finish_key_registration(
            call.db, call.resources, ChallengePurpose.ENROLL, data.webauthn_token, data.options,
            user_id=waiting.user_id, bound_to=waiting.id, device_type=data.device_type,
        )  # fmt: skip
    return await _finish_mfa_sign_in(call, data, waiting, "hwk", strategy)


@router.post("/webauthn/{device_id}", status_code=201)
async def ask_key_at_login(
    call: PublicCall, device_id: UUID, data: schemas.Waiting
) -> schemas.KeyOptions:
    """Get the options for `navigator.credentials.get`."""
    await call.limit_place(CALLS_PER_PLACE)
    waiting = await pending.get_pending_sign_in(call.db, data.mfa_token, VERIFY)
    return schemas.KeyOptions.from_challenge(
        await keys.begin_key_use(
            call.db, call.resources, ChallengePurpose.SECOND_FACTOR,
            waiting.user_id, device_id, waiting.id,
        )
    )  # fmt: skip


@router.post("/webauthn/{device_id}/verify", **SIGNS_IN)
async def verify_key_at_login(
    call: PublicCall, device_id: UUID, data: schemas.KeyAnswer
) -> Response:
    """Verify the key's response; signs in."""
    await call.limit_place(CALLS_PER_PLACE)
    async with _attempt_pending_sign_in(call, data, VERIFY) as waiting:
        await keys.check_webauthn_response(
            call.db, call.resources, ChallengePurpose.SECOND_FACTOR, data.webauthn_token,
            data.options, user_id=waiting.user_id, device_id=device_id, bound_to=waiting.id,
        )  # fmt: skip
    return await _finish_mfa_sign_in(call, data, waiting, "hwk")


async def _text_login_code(
    call: SystemCall, purpose: CodePurpose, number: str, waiting: PendingSignIn
) -> str:
    request = CodeRequest(waiting.user_id, waiting.id, call.client)
    return await codes.text_mfa_code(call.db, call.resources, purpose, number, request)


def _choose_mail_purpose(waiting: PendingSignIn) -> CodePurpose:
    return CodePurpose.ENROLL_EMAIL if waiting.step == ENROLL else CodePurpose.SECOND_FACTOR


async def _use_login_code(
    call: SystemCall, purpose: CodePurpose, data: schemas.SentCodeOf, waiting: PendingSignIn
) -> OneTimeCode:
    return await one_time_codes.use_one_time_code(
        call.db, purpose, data.otc_token, data.code, bound_to=waiting.id
    )
