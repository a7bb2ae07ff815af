from typing import Any
from uuid import UUID

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import SystemTransaction
from gatehouse.identity.mfa import login_factors
from gatehouse.identity.mfa.login_factors import build_login_response
from gatehouse.identity.mfa.schemas import (
    AppValue,
    CodeSent,
    FirstAppCode,
    FirstKey,
    KeyAnswer,
    KeyOptions,
    QrCode,
    SentCodeOf,
    TextSent,
    Waiting,
    WaitingPhone,
)
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.identity.sign_in.models import SignInStep
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router

router = Router(prefix="/identity/resources/auth/v1/user/mfa", tags=["MFA at login"])
IN: dict[str, Any] = {
    "response_model": LoginResponse,
    "status_code": 201,
    "responses": {
        401: {
            "description": "ER-01011 wrong code, ER-01017 too old, ER-01052 wrong key, login.over"
        },
        403: {"description": "ER-01034: too many wrong codes"},
    },
}


@router.post("/verify", **IN)
async def verify_second_factor(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: AppValue
) -> Response:
    """Verify a code of an authenticator app, also the first one of an app that must be enrolled; signs in."""
    finished = await login_factors.verify_authenticator(
        db,
        resources,
        client,
        data.mfa_token,
        data.value,
        device_id=data.device_id,
        remember=data.remember_device,
    )
    return build_login_response(resources, finished)


@router.post("/authenticator/enroll", status_code=201)
async def begin_authenticator_at_login(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: Waiting
) -> QrCode:
    """Get the QR code of the app that must be enrolled, as in the login answer."""
    address = await login_factors.begin_authenticator_enrollment(
        db, resources, client, data.mfa_token
    )
    await db.pause()
    return QrCode.from_address(address)


@router.post("/authenticator/enroll/verify", **IN)
async def enroll_authenticator_at_login(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: FirstAppCode
) -> Response:
    """Enroll an app with its first code; signs in, and returns the recovery code."""
    finished = await login_factors.verify_authenticator(
        db,
        resources,
        client,
        data.mfa_token,
        data.token,
        step=SignInStep.ENROLL_SECOND_FACTOR,
        remember=data.remember_device,
    )
    return build_login_response(resources, finished)


@router.post("/authenticator/{device_id}/verify", **IN)
async def verify_authenticator_at_login(
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    device_id: UUID,
    data: AppValue,
) -> Response:
    """Verify a code of this app; signs in."""
    finished = await login_factors.verify_authenticator(
        db,
        resources,
        client,
        data.mfa_token,
        data.value,
        device_id=device_id,
        step=SignInStep.VERIFY_SECOND_FACTOR,
        remember=data.remember_device,
    )
    return build_login_response(resources, finished)


@router.post("/emailcode", status_code=201)
async def send_mfa_mail(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: Waiting
) -> CodeSent:
    """Send a code to the user's own email address."""
    return CodeSent(
        otc_token=await login_factors.mail_sign_in_code(db, resources, client, data.mfa_token)
    )


@router.post("/emailcode/verify", **IN)
async def verify_mfa_mail(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: SentCodeOf
) -> Response:
    """Verify the code sent by email; signs in, and enrolls codes by email where a factor must be enrolled."""
    finished = await login_factors.verify_mail(
        db,
        resources,
        client,
        data.mfa_token,
        data.otc_token,
        data.code,
        remember=data.remember_device,
    )
    return build_login_response(resources, finished)


@router.post("/sms/enroll", status_code=201)
async def send_mfa_text_to_new(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: WaitingPhone
) -> TextSent:
    """Send a code to the number that is to be enrolled."""
    return await login_factors.text_to_new(db, resources, client, data.mfa_token, data.phone_number)


@router.post("/sms/enroll/verify", **IN)
async def enroll_phone_at_login(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: SentCodeOf
) -> Response:
    """Enroll a number with the code that was sent to it; signs in, and returns the recovery code."""
    finished = await login_factors.enroll_phone(
        db,
        resources,
        client,
        data.mfa_token,
        data.otc_token,
        data.code,
        remember=data.remember_device,
    )
    return build_login_response(resources, finished)


@router.post("/sms/{device_id}", status_code=201)
async def send_mfa_text(
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    device_id: UUID,
    data: Waiting,
) -> TextSent:
    """Send a code to an enrolled number."""
    return await login_factors.text_sign_in_code(db, resources, client, data.mfa_token, device_id)


@router.post("/sms/{device_id}/verify", **IN)
async def verify_mfa_text(
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    device_id: UUID,
    data: SentCodeOf,
) -> Response:
    """Verify the code that was sent; signs in."""
    finished = await login_factors.verify_text(
        db,
        resources,
        client,
        data.mfa_token,
        data.otc_token,
        data.code,
        device_id,
        remember=data.remember_device,
    )
    return build_login_response(resources, finished)


@router.post("/webauthn/enroll", status_code=201)
async def begin_key_at_login(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: Waiting
) -> KeyOptions:
    """Get the options for `navigator.credentials.create`, for a key that must be enrolled."""
    token, options = await login_factors.begin_key_enrollment(db, resources, client, data.mfa_token)
    return KeyOptions(webauthn_token=token, options=options)


@router.post("/webauthn/enroll/verify", **IN)
async def enroll_key_at_login(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: FirstKey
) -> Response:
    """Enroll the new key; signs in, and returns the recovery code."""
    finished = await login_factors.enroll_security_key(
        db, resources, client, data.mfa_token, data, remember=data.remember_device
    )
    return build_login_response(resources, finished)


@router.post("/webauthn/{device_id}", status_code=201)
async def ask_key_at_login(
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    device_id: UUID,
    data: Waiting,
) -> KeyOptions:
    """Get the options for `navigator.credentials.get`."""
    token, options = await login_factors.begin_key_use(
        db, resources, client, data.mfa_token, device_id
    )
    return KeyOptions(webauthn_token=token, options=options)


@router.post("/webauthn/{device_id}/verify", **IN)
async def verify_key_at_login(
    db: SystemTransaction,
    resources: AllResources,
    client: CurrentClient,
    device_id: UUID,
    data: KeyAnswer,
) -> Response:
    """Verify the key's response; signs in."""
    finished = await login_factors.verify_security_key(
        db,
        resources,
        client,
        data.mfa_token,
        device_id,
        data.webauthn_token,
        data.options,
        remember=data.remember_device,
    )
    return build_login_response(resources, finished)
