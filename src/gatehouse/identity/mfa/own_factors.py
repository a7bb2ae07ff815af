"""MFA factors of a signed-in user, and the proof that a change requires.

To add a factor: a sign-in within the last hour. To remove one: its code or, without a code, a stepped-up
session.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.access.step_up import must_be_recent, must_be_stepped_up
from gatehouse.audit.actors import by_caller
from gatehouse.identity.factors import authenticator_apps as authenticators
from gatehouse.identity.factors import phone_and_email
from gatehouse.identity.factors import service as factors
from gatehouse.identity.factors.errors import AlreadyEnrolled, UnknownFactor
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
from gatehouse.identity.mfa.errors import CodeRefused
from gatehouse.identity.mfa.schemas import EnrolledKey, OptionalSentCode, OptionalUsedKey, TextSent
from gatehouse.identity.one_time_codes import service as one_time_codes
from gatehouse.identity.one_time_codes.errors import CodeExpired, WrongCode
from gatehouse.identity.one_time_codes.service import CodePurpose
from gatehouse.identity.webauthn import service as keys
from gatehouse.identity.webauthn.service import ChallengePurpose
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.models import MfaStrategy

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


async def begin_authenticator_enrollment(db: Db, resources: Resources, caller: Principal) -> str:
    """Begin to enroll an app; returns its `otpauth` address. Raises `RecentSignInNeeded` when the sign-in is
    too old, `FactorNotOffered` when the vendor does not offer apps, and `TooManyFactors` at the limit."""
    must_be_offered(resources, "AuthenticatorApp")
    await may_add(resources, caller)
    address = await authenticators.begin_authenticator_enrollment(
        db, resources, caller.user_id, caller.email
    )
    await db.pause()  # rendering the QR code takes a while
    return address


async def confirm_authenticator(
    db: Db, resources: Resources, caller: Principal, client: Client, code: str
) -> str | None:
    """Confirm the app with its first code; returns the recovery code when it is the first factor. Raises
    `CodeRefused` for a wrong code."""
    async with count_wrong_proofs(db, caller):
        await authenticators.confirm_authenticator(db, resources, caller.user_id, code)
    return await changes.announce_enrollment(
        db, resources, owner_of(caller, client), "AuthenticatorApp"
    )


async def remove_authenticator(
    db: Db,
    resources: Resources,
    caller: Principal,
    client: Client,
    device_id: UUID,
    code: str | None,
) -> None:
    """Remove an app. Raises `UnknownFactor` when it is not enrolled, `CodeRefused` for a wrong code, and
    `StepUpNeeded` without a code and step-up."""
    await authenticators.find_authenticator(db, caller.user_id, device_id)
    if code is None:
        may_remove(caller)
    else:
        async with count_wrong_proofs(db, caller):
            await authenticators.check_authenticator_code(
                db, resources, caller.user_id, code, device_id
            )
    await authenticators.remove_authenticator(db, caller.user_id, device_id)
    await changes.announce_removal(db, resources, owner_of(caller, client), "AuthenticatorApp")


async def remove_all_factors(
    db: Db, resources: Resources, caller: Principal, client: Client, code: str | None
) -> None:
    """Remove all MFA factors. Raises `CodeRefused` for a wrong app code, and `StepUpNeeded` without a code
    and step-up."""
    if code is None:
        may_remove(caller)
    else:
        async with count_wrong_proofs(db, caller):
            await authenticators.check_authenticator_code(db, resources, caller.user_id, code)
    await factors.remove_all_factors(db, caller.user_id)
    await changes.announce_removal(db, resources, owner_of(caller, client), None)


async def begin_email_enrollment(
    db: Db, resources: Resources, caller: Principal, client: Client
) -> str:
    """Send a code to enroll this factor; returns its token. Raises `AlreadyEnrolled` when the caller has
    it, `RecentSignInNeeded` when the sign-in is too old, and `FactorNotOffered` when the vendor does not
    offer it."""
    must_be_offered(resources, "EmailCode")
    await may_add(resources, caller)
    if await phone_and_email.has_email_factor(db, caller.user_id):
        raise AlreadyEnrolled("You get codes by mail already")
    asked = CodeRequest(caller.user_id, caller.session_id, client)
    return await codes.mail_code(db, resources, CodePurpose.ENROLL_EMAIL, caller.email, asked)


async def confirm_email_factor(
    db: Db, resources: Resources, caller: Principal, client: Client, token: str, code: str
) -> str | None:
    """Confirm the factor with the code; returns the recovery code when it is the first factor. Raises
    `CodeRefused` for a wrong code."""
    async with count_wrong_proofs(db, caller):
        await one_time_codes.use_one_time_code(
            db, CodePurpose.ENROLL_EMAIL, token, code, bound_to=caller.session_id
        )
    await phone_and_email.add_email_factor(db, caller.user_id)
    return await changes.announce_enrollment(db, resources, owner_of(caller, client), "EmailCode")


async def begin_email_removal(
    db: Db, resources: Resources, caller: Principal, client: Client
) -> str:
    """Send the code to remove this factor; returns its token. Raises `UnknownFactor` when it is not
    enrolled."""
    await _require_email_factor(db, caller)
    asked = CodeRequest(caller.user_id, caller.session_id, client)
    return await codes.mail_code(db, resources, CodePurpose.DISABLE_FACTOR, caller.email, asked)


async def remove_email_factor(
    db: Db, resources: Resources, caller: Principal, client: Client, data: OptionalSentCode
) -> None:
    """Remove this factor. Raises `UnknownFactor` when it is not enrolled, `CodeRefused` for a wrong code, and
    `StepUpNeeded` without a code and step-up."""
    await _require_email_factor(db, caller)
    if data.otc_token is None or data.code is None:
        may_remove(caller)
    else:
        async with count_wrong_proofs(db, caller):
            await one_time_codes.use_one_time_code(
                db,
                CodePurpose.DISABLE_FACTOR,
                data.otc_token,
                data.code,
                bound_to=caller.session_id,
            )
    await phone_and_email.remove_email_factor(db, caller.user_id)
    await changes.announce_removal(db, resources, owner_of(caller, client), "EmailCode")


async def _require_email_factor(db: Db, caller: Principal) -> None:
    if not await phone_and_email.has_email_factor(db, caller.user_id):
        raise UnknownFactor("You do not get codes by mail")


async def begin_phone_enrollment(
    db: Db, resources: Resources, caller: Principal, client: Client, number: str
) -> TextSent:
    """Send a code to a new number. Raises `NumberMalformed` for a malformed number, `AlreadyEnrolled` for a
    known one, `RecentSignInNeeded` when the sign-in is too old, `FactorNotOffered` when the vendor does not
    offer SMS, and `TooManyFactors` at the limit."""
    must_be_offered(resources, "SMS")
    number = normalize_factor_number(number)
    await may_add(resources, caller)
    await phone_and_email.check_new_number(db, caller.user_id, number)
    asked = CodeRequest(caller.user_id, caller.session_id, client)
    token = await codes.text_code(db, resources, CodePurpose.ENROLL_PHONE, number, asked)
    return TextSent(otc_token=token, phone_number=number)


async def confirm_phone_factor(
    db: Db, resources: Resources, caller: Principal, client: Client, token: str, code: str
) -> str | None:
    """Enroll the number with the code; returns the recovery code when it is the first factor. Raises
    `CodeRefused` for a wrong code."""
    async with count_wrong_proofs(db, caller):
        used = await one_time_codes.use_one_time_code(
            db, CodePurpose.ENROLL_PHONE, token, code, bound_to=caller.session_id
        )
    await phone_and_email.add_phone_factor(db, caller.user_id, used.recipient)
    return await changes.announce_enrollment(db, resources, owner_of(caller, client), "SMS")


async def begin_phone_removal(
    db: Db, resources: Resources, caller: Principal, client: Client, device_id: UUID
) -> TextSent:
    """Send the code to remove a number. Raises `UnknownFactor` when it is not enrolled."""
    number = await phone_and_email.number_of(db, caller.user_id, device_id)
    asked = CodeRequest(caller.user_id, device_id, client)
    token = await codes.text_code(db, resources, CodePurpose.DISABLE_FACTOR, number, asked)
    return TextSent(otc_token=token, phone_number=mask_phone_number(number))


async def remove_phone_factor(
    db: Db,
    resources: Resources,
    caller: Principal,
    client: Client,
    device_id: UUID,
    data: OptionalSentCode,
) -> None:
    """Remove a number. Raises `UnknownFactor` when it is not enrolled, `CodeRefused` for a wrong code, and
    `StepUpNeeded` without a code and step-up."""
    await phone_and_email.number_of(db, caller.user_id, device_id)
    if data.otc_token is None or data.code is None:
        may_remove(caller)
    else:
        async with count_wrong_proofs(db, caller):
            await one_time_codes.use_one_time_code(
                db, CodePurpose.DISABLE_FACTOR, data.otc_token, data.code, bound_to=device_id
            )
    await phone_and_email.remove_phone_factor(db, caller.user_id, device_id)
    await changes.announce_removal(db, resources, owner_of(caller, client), "SMS")


STRATEGY_OF: dict[str, MfaStrategy] = {
    "Platform": "WebAuthnPlatform",
    "CrossPlatform": "WebAuthnCrossPlatform",
}


async def begin_security_key_enrollment(
    db: Db, resources: Resources, caller: Principal
) -> tuple[str, dict[str, Any]]:
    """Begin to enroll a key; returns token and options. Raises `RecentSignInNeeded` when the sign-in is too
    old, `FactorNotOffered` when the vendor offers no keys, and `TooManyFactors` at the limit."""
    must_offer_keys(resources)
    await may_add(resources, caller)
    return await keys.begin_new(
        db, resources, ChallengePurpose.ENROLL, caller.user_id, caller.email, caller.session_id
    )


async def confirm_security_key(
    db: Db, resources: Resources, caller: Principal, client: Client, data: EnrolledKey
) -> str | None:
    """Enroll the key; returns the recovery code when it is the first factor. Raises `CodeRefused` when its
    response is not valid, `AlreadyEnrolled` for a known key, and `FactorNotOffered` when the vendor does not
    offer its kind."""
    strategy = STRATEGY_OF[data.device_type]
    must_be_offered(resources, strategy)
    async with count_wrong_proofs(db, caller):
        await keys.finish_new(
            db,
            resources,
            ChallengePurpose.ENROLL,
            data.webauthn_token,
            data.options,
            user_id=caller.user_id,
            bound_to=caller.session_id,
            device_type=data.device_type,
        )
    return await changes.announce_enrollment(db, resources, owner_of(caller, client), strategy)


async def begin_security_key_removal(
    db: Db, resources: Resources, caller: Principal, device_id: UUID
) -> tuple[str, dict[str, Any]]:
    """Begin to remove a key; returns token and options to verify it. Raises `UnknownFactor` when it is not
    enrolled."""
    return await keys.begin_use(
        db, resources, ChallengePurpose.DISABLE, caller.user_id, device_id, caller.session_id
    )


async def remove_security_key(
    db: Db,
    resources: Resources,
    caller: Principal,
    client: Client,
    device_id: UUID,
    data: OptionalUsedKey,
) -> None:
    """Remove a key. Raises `UnknownFactor` when it is not enrolled, `CodeRefused` when its response is not
    valid, and `StepUpNeeded` without a response and step-up."""
    known = await keys.factor_of(db, caller.user_id, device_id)
    if data.webauthn_token is None or data.options is None:
        may_remove(caller)
    else:
        async with count_wrong_proofs(db, caller):
            await keys.check_webauthn_response(
                db,
                resources,
                ChallengePurpose.DISABLE,
                data.webauthn_token,
                data.options,
                user_id=caller.user_id,
                device_id=device_id,
                bound_to=caller.session_id,
            )
    await keys.remove_factor(db, caller.user_id, device_id)
    strategy = STRATEGY_OF[known.device_type]
    await changes.announce_removal(db, resources, owner_of(caller, client), strategy)
