from typing import Annotated
from uuid import UUID

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import OwnTransaction, SignedInOrNamed, SignedInPerson
from gatehouse.access.principal import Principal
from gatehouse.access.step_up import require_stepped_up
from gatehouse.identity.factors.schemas import MfaDevices
from gatehouse.identity.factors.service import devices_of
from gatehouse.identity.mfa import own_factors, recovery
from gatehouse.identity.mfa.own_factors import RECENT
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


@router.get("/devices")
async def list_my_mfa_devices(db: OwnTransaction, caller: SignedInPerson) -> MfaDevices:
    """List the caller's enrolled MFA devices; phone numbers are masked."""
    return await devices_of(db, caller.user_id)


@router.post("/enroll")
@router.post("/authenticator/enroll", name="begin_authenticator_app")
async def begin_authenticator(
    db: OwnTransaction, resources: AllResources, caller: SignedInOrNamed
) -> QrCode:
    """Get a QR code for an authenticator app, which is enrolled once its first code was verified. 403
    `access.recent_sign_in_needed` when the caller signed in more than an hour ago."""
    address = await own_factors.begin_authenticator_enrollment(db, resources, caller)
    return QrCode.from_address(address)


@router.post("/enroll/verify", response_model_exclude_none=True)
@router.post(
    "/authenticator/enroll/verify",
    name="confirm_authenticator_app",
    response_model_exclude_none=True,
)
async def confirm_authenticator(
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInOrNamed,
    client: CurrentClient,
    data: AppCode,
) -> RecoveryCode:
    """Enroll an app with its first code; 400 `ER-01011` for a wrong one. Ends the caller's other sessions."""
    code = await own_factors.confirm_authenticator(db, resources, caller, client, data.token)
    return RecoveryCode(recovery_code=code)


@router.post("/authenticator/{device_id}/disable/verify")
async def remove_authenticator(
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInOrNamed,
    client: CurrentClient,
    device_id: UUID,
    data: OptionalAppCode | None = None,
) -> Response:
    """Remove one app, with its code; without one the session must be stepped up."""
    code = data.token if data else None
    await own_factors.remove_authenticator(db, resources, caller, client, device_id, code)
    return Response(status_code=200)


@router.post("/disable")
async def disable_mfa(
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInOrNamed,
    client: CurrentClient,
    data: OptionalAppCode | None = None,
) -> Response:
    """Remove all MFA factors, with a code of an app; without one the session must be stepped up."""
    code = data.token if data else None
    await own_factors.remove_all_factors(db, resources, caller, client, code)
    return Response(status_code=200)


@router.post("/sms/enroll")
async def begin_mfa_phone(
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInOrNamed,
    client: CurrentClient,
    data: NewPhone,
) -> TextSent:
    """Send a code to a new number."""
    return await own_factors.begin_phone_enrollment(
        db, resources, caller, client, data.phone_number
    )


@router.post("/sms/enroll/verify", response_model_exclude_none=True)
async def confirm_mfa_phone(
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInOrNamed,
    client: CurrentClient,
    data: SentCode,
) -> RecoveryCode:
    """Enroll the number with the code that was sent to it."""
    code = await own_factors.confirm_phone_factor(
        db, resources, caller, client, data.otc_token, data.code
    )
    return RecoveryCode(recovery_code=code)


@router.post("/sms/{device_id}/disable")
async def begin_mfa_phone_removal(
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInOrNamed,
    client: CurrentClient,
    device_id: UUID,
) -> TextSent:
    """Send the code to remove a number."""
    return await own_factors.begin_phone_removal(db, resources, caller, client, device_id)


@router.post("/sms/{device_id}/disable/verify")
async def remove_mfa_phone(
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInOrNamed,
    client: CurrentClient,
    device_id: UUID,
    data: OptionalSentCode | None = None,
) -> Response:
    """Remove a number, with a code; without one the session must be stepped up."""
    given = data or OptionalSentCode()
    await own_factors.remove_phone_factor(db, resources, caller, client, device_id, given)
    return Response(status_code=200)


@router.post("/emailcode/enroll")
async def begin_mfa_email(
    db: OwnTransaction, resources: AllResources, caller: SignedInPerson, client: CurrentClient
) -> CodeSent:
    """Send a code to the caller's own email address."""
    return CodeSent(
        otc_token=await own_factors.begin_email_enrollment(db, resources, caller, client)
    )


@router.post("/emailcode/enroll/verify", response_model_exclude_none=True)
async def confirm_mfa_email(
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    client: CurrentClient,
    data: SentCode,
) -> RecoveryCode:
    """Enroll codes by email with the code that was sent."""
    code = await own_factors.confirm_email_factor(
        db, resources, caller, client, data.otc_token, data.code
    )
    return RecoveryCode(recovery_code=code)


@router.post("/emailcode/disable")
async def begin_mfa_email_removal(
    db: OwnTransaction, resources: AllResources, caller: SignedInPerson, client: CurrentClient
) -> CodeSent:
    """Send the code to remove codes by email."""
    return CodeSent(otc_token=await own_factors.begin_email_removal(db, resources, caller, client))


@router.post("/emailcode/disable/verify")
async def remove_mfa_email(
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    client: CurrentClient,
    data: OptionalSentCode | None = None,
) -> Response:
    """Remove codes by email; with a code, or in a stepped-up session."""
    await own_factors.remove_email_factor(db, resources, caller, client, data or OptionalSentCode())
    return Response(status_code=200)


@router.post("/webauthn/enroll")
async def begin_mfa_key(
    db: OwnTransaction, resources: AllResources, caller: SignedInPerson
) -> KeyOptions:
    """Get the options for `navigator.credentials.create`."""
    token, options = await own_factors.begin_security_key_enrollment(db, resources, caller)
    return KeyOptions(webauthn_token=token, options=options)


@router.post("/webauthn/enroll/verify", response_model_exclude_none=True)
async def confirm_mfa_key(
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    client: CurrentClient,
    data: EnrolledKey,
) -> RecoveryCode:
    """Enroll the new key; 400 `ER-01011` when its response is not valid."""
    return RecoveryCode(
        recovery_code=await own_factors.confirm_security_key(db, resources, caller, client, data)
    )


@router.post("/webauthn/{device_id}/disable")
async def begin_mfa_key_removal(
    db: OwnTransaction, resources: AllResources, caller: SignedInPerson, device_id: UUID
) -> KeyOptions:
    """Get the options for `navigator.credentials.get`, to remove the key."""
    token, options = await own_factors.begin_security_key_removal(db, resources, caller, device_id)
    return KeyOptions(webauthn_token=token, options=options)


@router.post("/webauthn/{device_id}/disable/verify")
async def remove_mfa_key(
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    client: CurrentClient,
    device_id: UUID,
    data: OptionalUsedKey | None = None,
) -> Response:
    """Remove a key, with its response; without one the session must be stepped up."""
    given = data or OptionalUsedKey()
    await own_factors.remove_security_key(db, resources, caller, client, device_id, given)
    return Response(status_code=200)


@router.post("/recovery-code")
async def renew_recovery_code(
    db: OwnTransaction, caller: SteppedUp, client: CurrentClient
) -> RecoveryCode:
    """Renew the recovery code, in a stepped-up session; the previous one is no longer valid."""
    return RecoveryCode(recovery_code=await recovery.renew_recovery_code(db, caller, client))
