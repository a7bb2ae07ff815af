"""MFA factors of a signed-in user. To add a factor: a sign-in within the last hour. To remove one: its code
or, without a code, a stepped-up session."""

from typing import Annotated
from uuid import UUID

from fastapi import Depends, Response

from gatehouse.access.guard import OwnTransaction, SignedInOrNamed, SignedInPerson
from gatehouse.access.principal import Principal
from gatehouse.access.step_up import must_be_stepped_up, require_stepped_up
from gatehouse.identity.factors import authenticator_apps as authenticators
from gatehouse.identity.factors import phone_and_email
from gatehouse.identity.factors import service as factors
from gatehouse.identity.factors.errors import AlreadyEnrolled, UnknownFactor
from gatehouse.identity.factors.phone_and_email import normalize_factor_number
from gatehouse.identity.factors.schemas import MfaDevices
from gatehouse.identity.factors.service import (
    mask_phone_number,
    require_factor_offered,
    require_security_keys_offered,
)
from gatehouse.identity.mfa import recovery, schemas
from gatehouse.identity.mfa.own_factors import (
    RECENT,
    STRATEGY_OF,
    OwnFactorCall,
    count_wrong_codes,
)
from gatehouse.identity.one_time_codes.models import CodePurpose
from gatehouse.identity.webauthn import service as keys
from gatehouse.identity.webauthn.service import ChallengePurpose
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router, without_nulls

router = Router(prefix="/identity/resources/users/v1/mfa", tags=["MFA"])
WITHOUT_NULLS = without_nulls(schemas.RecoveryCode)
SteppedUp = Annotated[Principal, require_stepped_up(RECENT)]


async def _build_user_or_backend_call(
    db: OwnTransaction, resources: AllResources, caller: SignedInOrNamed
) -> OwnFactorCall:
    return OwnFactorCall(db, resources, caller)


async def _build_user_call(
    db: OwnTransaction, resources: AllResources, caller: SignedInPerson
) -> OwnFactorCall:
    return OwnFactorCall(db, resources, caller)


# The second one refuses a backend that names a user.
Call = Annotated[OwnFactorCall, Depends(_build_user_or_backend_call)]
UserCall = Annotated[OwnFactorCall, Depends(_build_user_call)]


@router.get("/devices")
async def list_my_mfa_devices(db: OwnTransaction, caller: SignedInPerson) -> MfaDevices:
    """List the caller's enrolled MFA devices; phone numbers are masked."""
    return await factors.list_mfa_devices(db, caller.user_id)


@router.post("/enroll")
@router.post("/authenticator/enroll", name="begin_authenticator_app")
async def begin_authenticator(call: Call) -> schemas.QrCode:
    """Get a QR code for an authenticator app, which is enrolled once its first code was verified. 403
    `access.recent_sign_in_needed` when the caller signed in more than an hour ago."""
    require_factor_offered(call.resources, "AuthenticatorApp")
    await call.require_recent_sign_in()
    address = await authenticators.add_unconfirmed_authenticator(
        call.db, call.resources, call.user_id, call.caller.email
    )
    await call.db.pause()  # rendering the QR code takes a while
    return schemas.QrCode.from_address(address)


@router.post("/enroll/verify", **WITHOUT_NULLS)
@router.post("/authenticator/enroll/verify", name="confirm_authenticator_app", **WITHOUT_NULLS)
async def confirm_authenticator(call: Call, data: schemas.AppCode) -> schemas.RecoveryCode:
    """Enroll an app with its first code; 400 `ER-01011` for a wrong one. Ends the caller's other sessions."""
    async with count_wrong_codes(call.db, call.caller):
        await authenticators.confirm_authenticator(
            call.db, call.resources, call.user_id, data.token
        )
    return await call.announce_enrollment("AuthenticatorApp")


@router.post("/authenticator/{device_id}/disable/verify")
async def remove_authenticator(
    call: Call, device_id: UUID, data: schemas.OptionalAppCode | None = None
) -> Response:
    """Remove one app, with its code; without one the session must be stepped up."""
    await authenticators.require_authenticator(call.db, call.user_id, device_id)
    await call.verify_removal_by_authenticator(data, device_id)
    await authenticators.remove_authenticator(call.db, call.user_id, device_id)
    return await call.announce_removal("AuthenticatorApp")


@router.post("/disable")
async def disable_mfa(call: Call, data: schemas.OptionalAppCode | None = None) -> Response:
    """Remove all MFA factors, with a code of an app; without one the session must be stepped up."""
    await call.verify_removal_by_authenticator(data)
    await factors.remove_all_factors(call.db, call.user_id)
    return await call.announce_removal(None)


@router.post("/sms/enroll")
async def begin_mfa_phone(call: Call, data: schemas.NewPhone) -> schemas.TextSent:
    """Send a code to a new number."""
    require_factor_offered(call.resources, "SMS")
    number = normalize_factor_number(data.phone_number)
    await call.require_recent_sign_in()
    await phone_and_email.require_new_phone_factor(call.db, call.user_id, number)
    return await call.text_code(CodePurpose.ENROLL_PHONE, number, call.caller.session_id, number)


@router.post("/sms/enroll/verify", **WITHOUT_NULLS)
async def confirm_mfa_phone(call: Call, data: schemas.SentCode) -> schemas.RecoveryCode:
    """Enroll the number with the code that was sent to it."""
    used = await call.use_mfa_code(CodePurpose.ENROLL_PHONE, data, call.caller.session_id)
    await phone_and_email.add_phone_factor(call.db, call.user_id, used.recipient)
    return await call.announce_enrollment("SMS")


@router.post("/sms/{device_id}/disable")
async def begin_mfa_phone_removal(call: Call, device_id: UUID) -> schemas.TextSent:
    """Send the code to remove a number."""
    number = await phone_and_email.get_factor_number(call.db, call.user_id, device_id)
    shown = mask_phone_number(number)
    return await call.text_code(CodePurpose.DISABLE_FACTOR, number, device_id, shown)


@router.post("/sms/{device_id}/disable/verify")
async def remove_mfa_phone(
    call: Call, device_id: UUID, data: schemas.OptionalSentCode | None = None
) -> Response:
    """Remove a number, with a code; without one the session must be stepped up."""
    await phone_and_email.get_factor_number(call.db, call.user_id, device_id)
    await call.verify_removal_code(data, device_id)
    await phone_and_email.remove_phone_factor(call.db, call.user_id, device_id)
    return await call.announce_removal("SMS")


@router.post("/emailcode/enroll")
async def begin_mfa_email(call: UserCall) -> schemas.CodeSent:
    """Send a code to the caller's own email address."""
    require_factor_offered(call.resources, "EmailCode")
    await call.require_recent_sign_in()
    if await phone_and_email.has_email_factor(call.db, call.user_id):
        raise AlreadyEnrolled("You already receive codes by email")
    return await call.mail_code(CodePurpose.ENROLL_EMAIL)


@router.post("/emailcode/enroll/verify", **WITHOUT_NULLS)
async def confirm_mfa_email(call: UserCall, data: schemas.SentCode) -> schemas.RecoveryCode:
    """Enroll codes by email with the code that was sent."""
    await call.use_mfa_code(CodePurpose.ENROLL_EMAIL, data, call.caller.session_id)
    await phone_and_email.add_email_factor(call.db, call.user_id)
    return await call.announce_enrollment("EmailCode")


@router.post("/emailcode/disable")
async def begin_mfa_email_removal(call: UserCall) -> schemas.CodeSent:
    """Send the code to remove codes by email."""
    await _require_email_factor(call)
    return await call.mail_code(CodePurpose.DISABLE_FACTOR)


@router.post("/emailcode/disable/verify")
async def remove_mfa_email(
    call: UserCall, data: schemas.OptionalSentCode | None = None
) -> Response:
    """Remove codes by email; with a code, or in a stepped-up session."""
    await _require_email_factor(call)
    await call.verify_removal_code(data, call.caller.session_id)
    await phone_and_email.remove_email_factor(call.db, call.user_id)
    return await call.announce_removal("EmailCode")


async def _require_email_factor(call: OwnFactorCall) -> None:
    if not await phone_and_email.has_email_factor(call.db, call.user_id):
        raise UnknownFactor("You do not receive codes by email")


@router.post("/webauthn/enroll")
async def begin_mfa_key(call: UserCall) -> schemas.KeyOptions:
    """Get the options for `navigator.credentials.create`."""
    require_security_keys_offered(call.resources)
    await call.require_recent_sign_in()
    challenge = await keys.begin_key_registration(
        call.db, call.resources, ChallengePurpose.ENROLL,
        call.user_id, call.caller.email, call.caller.session_id,
    )  # fmt: skip
    return schemas.KeyOptions.from_challenge(challenge)


@router.post("/webauthn/enroll/verify", **WITHOUT_NULLS)
async def confirm_mfa_key(call: UserCall, data: schemas.EnrolledKey) -> schemas.RecoveryCode:
    """Enroll the new key; 400 `ER-01011` when its response is not valid."""
    strategy = STRATEGY_OF[data.device_type]
    require_factor_offered(call.resources, strategy)
    async with count_wrong_codes(call.db, call.caller):
        await keys.finish_key_registration(
            call.db, call.resources, ChallengePurpose.ENROLL, data.webauthn_token, data.options,
            user_id=call.user_id, bound_to=call.caller.session_id, device_type=data.device_type,
        )  # fmt: skip
    return await call.announce_enrollment(strategy)


@router.post("/webauthn/{device_id}/disable")
async def begin_mfa_key_removal(call: UserCall, device_id: UUID) -> schemas.KeyOptions:
    """Get the options for `navigator.credentials.get`, to remove the key."""
    challenge = await keys.begin_key_use(
        call.db, call.resources, ChallengePurpose.DISABLE,
        call.user_id, device_id, call.caller.session_id,
    )  # fmt: skip
    return schemas.KeyOptions.from_challenge(challenge)


@router.post("/webauthn/{device_id}/disable/verify")
async def remove_mfa_key(
    call: UserCall, device_id: UUID, data: schemas.OptionalUsedKey | None = None
) -> Response:
    """Remove a key, with its response; without one the session must be stepped up."""
    known = await keys.get_security_key(call.db, call.user_id, device_id)
    if data is None or data.webauthn_token is None or data.options is None:
        must_be_stepped_up(call.caller, RECENT)
    else:
        async with count_wrong_codes(call.db, call.caller):
            await keys.check_webauthn_response(
                call.db, call.resources, ChallengePurpose.DISABLE, data.webauthn_token,
                data.options, user_id=call.user_id, device_id=device_id,
                bound_to=call.caller.session_id,
            )  # fmt: skip
    await keys.remove_security_key(call.db, call.user_id, device_id)
    return await call.announce_removal(STRATEGY_OF[known.device_type])


@router.post("/recovery-code")
async def renew_recovery_code(db: OwnTransaction, caller: SteppedUp) -> schemas.RecoveryCode:
    """Renew the recovery code, in a stepped-up session; the previous one is no longer valid."""
    return schemas.RecoveryCode(recovery_code=await recovery.renew_recovery_code(db, caller))
