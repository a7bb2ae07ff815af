"""Codes by text message and email during sign-in."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.identity.factors import phone_and_email as emails
from gatehouse.identity.factors.errors import UnknownFactor
from gatehouse.identity.factors.phone_and_email import normalize_factor_number
from gatehouse.identity.factors.service import mask_phone_number
from gatehouse.identity.mfa import codes
from gatehouse.identity.mfa.codes import CodeRequest
from gatehouse.identity.mfa.login.finish import (
    FinishedFactor,
    finish_with_enrollment,
    finish_with_factor,
)
from gatehouse.identity.mfa.login.pending_factor import (
    find_waiting_sign_in,
    limit_factor_calls,
    try_factor,
)
from gatehouse.identity.mfa.offered_factors import must_be_offered
from gatehouse.identity.mfa.schemas import TextSent
from gatehouse.identity.one_time_codes import service as one_time_codes
from gatehouse.identity.one_time_codes.errors import WrongCode
from gatehouse.identity.one_time_codes.service import CodePurpose
from gatehouse.identity.sign_in import pending as waiting
from gatehouse.identity.sign_in.models import PendingSignIn, SignInStep
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources


async def text_sign_in_code(
    db: Db, resources: Resources, client: Client, token: str, device_id: UUID
) -> TextSent:
    """Send a code to an enrolled number. Raises `SignInOver` without a pending sign-in, and `UnknownFactor`
    when the number is not enrolled."""
    await limit_factor_calls(resources, client)
    pending = await find_waiting_sign_in(db, token, SignInStep.VERIFY_SECOND_FACTOR)
    number = await emails.number_of(db, pending.user_id, device_id)
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
    pending = await waiting.find_pending_sign_in(db, token)
    if pending.step == SignInStep.ENROLL_SECOND_FACTOR:
        must_be_offered(resources, "EmailCode")
    elif not await emails.has_email_factor(db, pending.user_id):
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
        number = await emails.number_of(db, pending.user_id, device_id)
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
        await emails.add_phone_factor(db, pending.user_id, used.recipient)
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
            await emails.add_email_factor(db, pending.user_id)
        elif not await emails.has_email_factor(db, pending.user_id):
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
