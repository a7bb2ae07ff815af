"""MFA factors of a signed-in user, and the proof that a change requires.

To add a factor: a sign-in within the last hour. To remove one: its code or, without a code, a stepped-up
session.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from gatehouse.access.principal import Principal
from gatehouse.access.step_up import must_be_recent, must_be_stepped_up
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
from gatehouse.identity.mfa.schemas import (
    CodeSent,
    EnrolledKey,
    KeyOptions,
    OptionalAppCode,
    OptionalSentCode,
    OptionalUsedKey,
    RecoveryCode,
    SentCode,
    TextSent,
)
from gatehouse.identity.one_time_codes import service as one_time_codes
from gatehouse.identity.one_time_codes.errors import CodeExpired, WrongCode
from gatehouse.identity.one_time_codes.models import CodePurpose, OneTimeCode
from gatehouse.identity.webauthn import service as keys
from gatehouse.identity.webauthn.service import ChallengePurpose
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources
from gatehouse.vendor.configuration.models import MfaStrategy

RECENT = timedelta(hours=1)
ENROLLMENTS = RateLimit("mfa.enroll", 30, 15)
STRATEGY_OF: dict[str, MfaStrategy] = {
    "Platform": "WebAuthnPlatform",
    "CrossPlatform": "WebAuthnCrossPlatform",
}


@dataclass(frozen=True, slots=True)
class OwnFactorCall:
    """A call of a user about their own factors."""

    db: Db
    resources: Resources
    caller: Principal

    @property
    def user_id(self) -> UUID:
        return self.caller.user_id

    @property
    def owner(self) -> FactorOwner:
        caller, by = self.caller, self.caller.actor
        return FactorOwner(
            caller.user_id, caller.tenant_id, caller.email, caller.name, by, caller.session_id
        )

    async def require_recent_sign_in(self) -> None:
        """Raises `RecentSignInNeeded` when the sign-in is too old, and limits the calls; called before the
        first statement."""
        must_be_recent(self.caller, RECENT)
        await self.resources[RateLimiter].hit(ENROLLMENTS, str(self.user_id))

    async def use_code(
        self, purpose: CodePurpose, token: str, code: str, bound_to: UUID
    ) -> OneTimeCode:
        """Use a code that was sent. Raises `CodeRefused` for a wrong one."""
        async with count_wrong_proofs(self.db, self.caller):
            return await one_time_codes.use_one_time_code(
                self.db, purpose, token, code, bound_to=bound_to
            )

    async def verify_removal(self, data: OptionalSentCode | None, bound_to: UUID) -> None:
        """Raises `CodeRefused` for a wrong code, and `StepUpNeeded` without a code and step-up."""
        if data is None or data.otc_token is None or data.code is None:
            must_be_stepped_up(self.caller, RECENT)
        else:
            await self.use_code(CodePurpose.DISABLE_FACTOR, data.otc_token, data.code, bound_to)

    async def verify_removal_by_app(
        self, data: OptionalAppCode | None, device_id: UUID | None = None
    ) -> None:
        """Raises what `verify_removal` raises."""
        if data is None or data.token is None:
            must_be_stepped_up(self.caller, RECENT)
        else:
            async with count_wrong_proofs(self.db, self.caller):
                await authenticators.check_authenticator_code(
                    self.db, self.resources, self.user_id, data.token, device_id
                )

    async def announce_enrollment(self, strategy: MfaStrategy) -> RecoveryCode:
        """The recovery code is given when the factor is the first one."""
        code = await changes.announce_enrollment(self.db, self.resources, self.owner, strategy)
        return RecoveryCode(recovery_code=code)

    async def announce_removal(self, strategy: MfaStrategy | None) -> None:
        await changes.announce_removal(self.db, self.resources, self.owner, strategy)


@asynccontextmanager
async def count_wrong_proofs(db: Db, caller: Principal) -> AsyncIterator[None]:
    """Count a failed check of a code or key for the user. Raises `CodeRefused` when the code is wrong or
    expired."""
    try:
        async with count_factor_attempt(db, caller.user_id):
            yield
    except (WrongCode, CodeExpired) as refused:
        raise CodeRefused(refused.message) from None


async def begin_authenticator_enrollment(call: OwnFactorCall) -> str:
    """Begin to enroll an app; returns its `otpauth` address. Raises `RecentSignInNeeded` when the sign-in is
    too old, `FactorNotOffered` when the vendor does not offer apps, and `TooManyFactors` at the limit."""
    must_be_offered(call.resources, "AuthenticatorApp")
    await call.require_recent_sign_in()
    address = await authenticators.begin_authenticator_enrollment(
        call.db, call.resources, call.user_id, call.caller.email
    )
    await call.db.pause()  # rendering the QR code takes a while
    return address


async def confirm_authenticator(call: OwnFactorCall, code: str) -> RecoveryCode:
    """Confirm the app with its first code. Raises `CodeRefused` for a wrong code."""
    async with count_wrong_proofs(call.db, call.caller):
        await authenticators.confirm_authenticator(call.db, call.resources, call.user_id, code)
    return await call.announce_enrollment("AuthenticatorApp")


async def remove_authenticator(
    call: OwnFactorCall, device_id: UUID, data: OptionalAppCode | None
) -> None:
    """Remove an app. Raises `UnknownFactor` when it is not enrolled, `CodeRefused` for a wrong code, and
    `StepUpNeeded` without a code and step-up."""
    await authenticators.find_authenticator(call.db, call.user_id, device_id)
    await call.verify_removal_by_app(data, device_id)
    await authenticators.remove_authenticator(call.db, call.user_id, device_id)
    await call.announce_removal("AuthenticatorApp")


async def remove_all_factors(call: OwnFactorCall, data: OptionalAppCode | None) -> None:
    """Remove all MFA factors. Raises `CodeRefused` for a wrong app code, and `StepUpNeeded` without a code
    and step-up."""
    await call.verify_removal_by_app(data)
    await factors.remove_all_factors(call.db, call.user_id)
    await call.announce_removal(None)


async def begin_email_enrollment(call: OwnFactorCall) -> CodeSent:
    """Send a code to enroll this factor. Raises `AlreadyEnrolled` when the caller has it,
    `RecentSignInNeeded` when the sign-in is too old, and `FactorNotOffered` when the vendor does not offer
    it."""
    must_be_offered(call.resources, "EmailCode")
    await call.require_recent_sign_in()
    if await phone_and_email.has_email_factor(call.db, call.user_id):
        raise AlreadyEnrolled("You already receive codes by email")
    return await _mail_code(call, CodePurpose.ENROLL_EMAIL)


async def confirm_email_factor(call: OwnFactorCall, data: SentCode) -> RecoveryCode:
    """Confirm the factor with the code. Raises `CodeRefused` for a wrong code."""
    purpose = CodePurpose.ENROLL_EMAIL
    await call.use_code(purpose, data.otc_token, data.code, call.caller.session_id)
    await phone_and_email.add_email_factor(call.db, call.user_id)
    return await call.announce_enrollment("EmailCode")


async def begin_email_removal(call: OwnFactorCall) -> CodeSent:
    """Send the code to remove this factor. Raises `UnknownFactor` when it is not enrolled."""
    await _require_email_factor(call)
    return await _mail_code(call, CodePurpose.DISABLE_FACTOR)


async def remove_email_factor(call: OwnFactorCall, data: OptionalSentCode | None) -> None:
    """Remove this factor. Raises `UnknownFactor` when it is not enrolled, `CodeRefused` for a wrong code, and
    `StepUpNeeded` without a code and step-up."""
    await _require_email_factor(call)
    await call.verify_removal(data, call.caller.session_id)
    await phone_and_email.remove_email_factor(call.db, call.user_id)
    await call.announce_removal("EmailCode")


async def _require_email_factor(call: OwnFactorCall) -> None:
    if not await phone_and_email.has_email_factor(call.db, call.user_id):
        raise UnknownFactor("You do not receive codes by email")


async def _mail_code(call: OwnFactorCall, purpose: CodePurpose) -> CodeSent:
    request = CodeRequest(call.user_id, call.caller.session_id, call.caller.client)
    token = await codes.mail_code(call.db, call.resources, purpose, call.caller.email, request)
    return CodeSent(otc_token=token)


async def begin_phone_enrollment(call: OwnFactorCall, number: str) -> TextSent:
    """Send a code to a new number. Raises `NumberMalformed` for a malformed number, `AlreadyEnrolled` for a
    known one, `RecentSignInNeeded` when the sign-in is too old, `FactorNotOffered` when the vendor does not
    offer SMS, and `TooManyFactors` at the limit."""
    must_be_offered(call.resources, "SMS")
    number = normalize_factor_number(number)
    await call.require_recent_sign_in()
    await phone_and_email.check_new_number(call.db, call.user_id, number)
    request = CodeRequest(call.user_id, call.caller.session_id, call.caller.client)
    purpose = CodePurpose.ENROLL_PHONE
    token = await codes.text_code(call.db, call.resources, purpose, number, request)
    return TextSent(otc_token=token, phone_number=number)


async def confirm_phone_factor(call: OwnFactorCall, data: SentCode) -> RecoveryCode:
    """Enroll the number with the code. Raises `CodeRefused` for a wrong code."""
    purpose = CodePurpose.ENROLL_PHONE
    used = await call.use_code(purpose, data.otc_token, data.code, call.caller.session_id)
    await phone_and_email.add_phone_factor(call.db, call.user_id, used.recipient)
    return await call.announce_enrollment("SMS")


async def begin_phone_removal(call: OwnFactorCall, device_id: UUID) -> TextSent:
    """Send the code to remove a number. Raises `UnknownFactor` when it is not enrolled."""
    number = await phone_and_email.number_of(call.db, call.user_id, device_id)
    request = CodeRequest(call.user_id, device_id, call.caller.client)
    purpose = CodePurpose.DISABLE_FACTOR
    token = await codes.text_code(call.db, call.resources, purpose, number, request)
    return TextSent(otc_token=token, phone_number=mask_phone_number(number))


async def remove_phone_factor(
    call: OwnFactorCall, device_id: UUID, data: OptionalSentCode | None
) -> None:
    """Remove a number. Raises `UnknownFactor` when it is not enrolled, `CodeRefused` for a wrong code, and
    `StepUpNeeded` without a code and step-up."""
    await phone_and_email.number_of(call.db, call.user_id, device_id)
    await call.verify_removal(data, device_id)
    await phone_and_email.remove_phone_factor(call.db, call.user_id, device_id)
    await call.announce_removal("SMS")


async def begin_security_key_enrollment(call: OwnFactorCall) -> KeyOptions:
    """Begin to enroll a key. Raises `RecentSignInNeeded` when the sign-in is too old, `FactorNotOffered` when
    the vendor offers no keys, and `TooManyFactors` at the limit."""
    must_offer_keys(call.resources)
    await call.require_recent_sign_in()
    challenge = await keys.begin_new(
        call.db, call.resources, ChallengePurpose.ENROLL,
        call.user_id, call.caller.email, call.caller.session_id,
    )  # fmt: skip
    return KeyOptions.from_challenge(challenge)


async def confirm_security_key(call: OwnFactorCall, data: EnrolledKey) -> RecoveryCode:
    """Enroll the key. Raises `CodeRefused` when its response is not valid, `AlreadyEnrolled` for a known key,
    and `FactorNotOffered` when the vendor does not offer its kind."""
    strategy = STRATEGY_OF[data.device_type]
    must_be_offered(call.resources, strategy)
    async with count_wrong_proofs(call.db, call.caller):
        await keys.finish_new(
            call.db, call.resources, ChallengePurpose.ENROLL, data.webauthn_token, data.options,
            user_id=call.user_id, bound_to=call.caller.session_id, device_type=data.device_type,
        )  # fmt: skip
    return await call.announce_enrollment(strategy)


async def begin_security_key_removal(call: OwnFactorCall, device_id: UUID) -> KeyOptions:
    """Begin to remove a key; returns the options to verify it. Raises `UnknownFactor` when it is not
    enrolled."""
    challenge = await keys.begin_use(
        call.db, call.resources, ChallengePurpose.DISABLE,
        call.user_id, device_id, call.caller.session_id,
    )  # fmt: skip
    return KeyOptions.from_challenge(challenge)


async def remove_security_key(
    call: OwnFactorCall, device_id: UUID, data: OptionalUsedKey | None
) -> None:
    """Remove a key. Raises `UnknownFactor` when it is not enrolled, `CodeRefused` when its response is not
    valid, and `StepUpNeeded` without a response and step-up."""
    known = await keys.factor_of(call.db, call.user_id, device_id)
    if data is None or data.webauthn_token is None or data.options is None:
        must_be_stepped_up(call.caller, RECENT)
    else:
        async with count_wrong_proofs(call.db, call.caller):
            await keys.check_webauthn_response(
                call.db, call.resources, ChallengePurpose.DISABLE, data.webauthn_token,
                data.options, user_id=call.user_id, device_id=device_id,
                bound_to=call.caller.session_id,
            )  # fmt: skip
    await keys.remove_factor(call.db, call.user_id, device_id)
    await call.announce_removal(STRATEGY_OF[known.device_type])
