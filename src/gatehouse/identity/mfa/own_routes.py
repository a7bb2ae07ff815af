from typing import Annotated
from uuid import UUID

from fastapi import Depends, Response

from gatehouse.access.guard import OwnTransaction, SignedInOrNamed, SignedInPerson
from gatehouse.access.principal import Principal
from gatehouse.access.step_up import require_stepped_up
from gatehouse.identity.factors.schemas import MfaDevices
from gatehouse.identity.factors.service import devices_of
from gatehouse.identity.mfa import own_factors, recovery
from gatehouse.identity.mfa.own_factors import RECENT, OwnFactorCall
from gatehouse.identity.mfa.schemas import (
    AppCode,
    CodeSent,
    EnrolledKey,
    KeyOptions,
    NewPhone,
    OptionalAppCode,
    OptionalSentCode,
    OptionalUsedKey,
    QrCode,
    RecoveryCode,
    SentCode,
    TextSent,
)
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router

router = Router(prefix="/identity/resources/users/v1/mfa", tags=["MFA"])
SteppedUp = Annotated[Principal, require_stepped_up(RECENT)]


async def _call_of_user_or_backend(
    db: OwnTransaction, resources: AllResources, caller: SignedInOrNamed
) -> OwnFactorCall:
    return OwnFactorCall(db, resources, caller)


async def _call_of_user(
    db: OwnTransaction, resources: AllResources, caller: SignedInPerson
) -> OwnFactorCall:
    return OwnFactorCall(db, resources, caller)


# The second one refuses a backend that names a user.
Call = Annotated[OwnFactorCall, Depends(_call_of_user_or_backend)]
UserCall = Annotated[OwnFactorCall, Depends(_call_of_user)]


@router.get("/devices")
async def list_my_mfa_devices(db: OwnTransaction, caller: SignedInPerson) -> MfaDevices:
    """List the caller's enrolled MFA devices; phone numbers are masked."""
    return await devices_of(db, caller.user_id)


@router.post("/enroll")
@router.post("/authenticator/enroll", name="begin_authenticator_app")
async def begin_authenticator(call: Call) -> QrCode:
    """Get a QR code for an authenticator app, which is enrolled once its first code was verified. 403
    `access.recent_sign_in_needed` when the caller signed in more than an hour ago."""
    return QrCode.from_address(await own_factors.begin_authenticator_enrollment(call))


@router.post("/enroll/verify", response_model_exclude_none=True)
@router.post(
    "/authenticator/enroll/verify",
    name="confirm_authenticator_app",
    response_model_exclude_none=True,
)
async def confirm_authenticator(call: Call, data: AppCode) -> RecoveryCode:
    """Enroll an app with its first code; 400 `ER-01011` for a wrong one. Ends the caller's other sessions."""
    return await own_factors.confirm_authenticator(call, data.token)


@router.post("/authenticator/{device_id}/disable/verify")
async def remove_authenticator(
    call: Call, device_id: UUID, data: OptionalAppCode | None = None
) -> Response:
    """Remove one app, with its code; without one the session must be stepped up."""
    await own_factors.remove_authenticator(call, device_id, data)
    return Response(status_code=200)


@router.post("/disable")
async def disable_mfa(call: Call, data: OptionalAppCode | None = None) -> Response:
    """Remove all MFA factors, with a code of an app; without one the session must be stepped up."""
    await own_factors.remove_all_factors(call, data)
    return Response(status_code=200)


@router.post("/sms/enroll")
async def begin_mfa_phone(call: Call, data: NewPhone) -> TextSent:
    """Send a code to a new number."""
    return await own_factors.begin_phone_enrollment(call, data.phone_number)


@router.post("/sms/enroll/verify", response_model_exclude_none=True)
async def confirm_mfa_phone(call: Call, data: SentCode) -> RecoveryCode:
    """Enroll the number with the code that was sent to it."""
    return await own_factors.confirm_phone_factor(call, data)


@router.post("/sms/{device_id}/disable")
async def begin_mfa_phone_removal(call: Call, device_id: UUID) -> TextSent:
    """Send the code to remove a number."""
    return await own_factors.begin_phone_removal(call, device_id)


@router.post("/sms/{device_id}/disable/verify")
async def remove_mfa_phone(
    call: Call, device_id: UUID, data: OptionalSentCode | None = None
) -> Response:
    """Remove a number, with a code; without one the session must be stepped up."""
    await own_factors.remove_phone_factor(call, device_id, data)
    return Response(status_code=200)


@router.post("/emailcode/enroll")
async def begin_mfa_email(call: UserCall) -> CodeSent:
    """Send a code to the caller's own email address."""
    return await own_factors.begin_email_enrollment(call)


@router.post("/emailcode/enroll/verify", response_model_exclude_none=True)
async def confirm_mfa_email(call: UserCall, data: SentCode) -> RecoveryCode:
    """Enroll codes by email with the code that was sent."""
    return await own_factors.confirm_email_factor(call, data)


@router.post("/emailcode/disable")
async def begin_mfa_email_removal(call: UserCall) -> CodeSent:
    """Send the code to remove codes by email."""
    return await own_factors.begin_email_removal(call)


@router.post("/emailcode/disable/verify")
async def remove_mfa_email(call: UserCall, data: OptionalSentCode | None = None) -> Response:
    """Remove codes by email; with a code, or in a stepped-up session."""
    await own_factors.remove_email_factor(call, data)
    return Response(status_code=200)


@router.post("/webauthn/enroll")
async def begin_mfa_key(call: UserCall) -> KeyOptions:
    """Get the options for `navigator.credentials.create`."""
    return await own_factors.begin_security_key_enrollment(call)


@router.post("/webauthn/enroll/verify", response_model_exclude_none=True)
async def confirm_mfa_key(call: UserCall, data: EnrolledKey) -> RecoveryCode:
    """Enroll the new key; 400 `ER-01011` when its response is not valid."""
    return await own_factors.confirm_security_key(call, data)


@router.post("/webauthn/{device_id}/disable")
async def begin_mfa_key_removal(call: UserCall, device_id: UUID) -> KeyOptions:
    """Get the options for `navigator.credentials.get`, to remove the key."""
    return await own_factors.begin_security_key_removal(call, device_id)


@router.post("/webauthn/{device_id}/disable/verify")
async def remove_mfa_key(
    call: UserCall, device_id: UUID, data: OptionalUsedKey | None = None
) -> Response:
    """Remove a key, with its response; without one the session must be stepped up."""
    await own_factors.remove_security_key(call, device_id, data)
    return Response(status_code=200)


@router.post("/recovery-code")
async def renew_recovery_code(db: OwnTransaction, caller: SteppedUp) -> RecoveryCode:
    """Renew the recovery code, in a stepped-up session; the previous one is no longer valid."""
    return RecoveryCode(recovery_code=await recovery.renew_recovery_code(db, caller))
