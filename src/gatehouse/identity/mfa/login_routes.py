from typing import Any
from uuid import UUID

from fastapi import Response

from gatehouse.identity.mfa import login_factors
from gatehouse.identity.mfa.login_factors import ENROLL, VERIFY
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
from gatehouse.identity.sign_in.public_call import PublicCall
from gatehouse.kit.router import Router

router = Router(prefix="/identity/resources/auth/v1/user/mfa", tags=["MFA at login"])

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


@router.post("/verify", **SIGNS_IN)
async def verify_second_factor(call: PublicCall, data: AppValue) -> Response:
    """Verify a code of an authenticator app, also the first one of an app that must be enrolled; signs in."""
    return await login_factors.verify_authenticator(call, data, data.value, data.device_id)


@router.post("/authenticator/enroll", status_code=201)
async def begin_authenticator_at_login(call: PublicCall, data: Waiting) -> QrCode:
    """Get the QR code of the app that must be enrolled, as in the login answer."""
    address = await login_factors.begin_authenticator_enrollment(call, data.mfa_token)
    await call.db.pause()
    return QrCode.from_address(address)


@router.post("/authenticator/enroll/verify", **SIGNS_IN)
async def enroll_authenticator_at_login(call: PublicCall, data: FirstAppCode) -> Response:
    """Enroll an app with its first code; signs in, and returns the recovery code."""
    return await login_factors.verify_authenticator(call, data, data.token, step=ENROLL)


@router.post("/authenticator/{device_id}/verify", **SIGNS_IN)
async def verify_authenticator_at_login(
    call: PublicCall, device_id: UUID, data: AppValue
) -> Response:
    """Verify a code of this app; signs in."""
    return await login_factors.verify_authenticator(call, data, data.value, device_id, VERIFY)


@router.post("/emailcode", status_code=201)
async def send_mfa_mail(call: PublicCall, data: Waiting) -> CodeSent:
    """Send a code to the user's own email address."""
    return CodeSent(otc_token=await login_factors.mail_sign_in_code(call, data.mfa_token))


@router.post("/emailcode/verify", **SIGNS_IN)
async def verify_mfa_mail(call: PublicCall, data: SentCodeOf) -> Response:
    """Verify the code sent by email; signs in, and enrolls codes by email where a factor must be enrolled."""
    return await login_factors.verify_mail(call, data)


@router.post("/sms/enroll", status_code=201)
async def send_mfa_text_to_new(call: PublicCall, data: WaitingPhone) -> TextSent:
    """Send a code to the number that is to be enrolled."""
    return await login_factors.text_to_new(call, data.mfa_token, data.phone_number)


@router.post("/sms/enroll/verify", **SIGNS_IN)
async def enroll_phone_at_login(call: PublicCall, data: SentCodeOf) -> Response:
    """Enroll a number with the code that was sent to it; signs in, and returns the recovery code."""
    return await login_factors.enroll_phone(call, data)


@router.post("/sms/{device_id}", status_code=201)
async def send_mfa_text(call: PublicCall, device_id: UUID, data: Waiting) -> TextSent:
    """Send a code to an enrolled number."""
    return await login_factors.text_sign_in_code(call, data.mfa_token, device_id)


@router.post("/sms/{device_id}/verify", **SIGNS_IN)
async def verify_mfa_text(call: PublicCall, device_id: UUID, data: SentCodeOf) -> Response:
    """Verify the code that was sent; signs in."""
    return await login_factors.verify_text(call, data, device_id)


@router.post("/webauthn/enroll", status_code=201)
async def begin_key_at_login(call: PublicCall, data: Waiting) -> KeyOptions:
    """Get the options for `navigator.credentials.create`, for a key that must be enrolled."""
    return await login_factors.begin_key_enrollment(call, data.mfa_token)


@router.post("/webauthn/enroll/verify", **SIGNS_IN)
async def enroll_key_at_login(call: PublicCall, data: FirstKey) -> Response:
    """Enroll the new key; signs in, and returns the recovery code."""
    return await login_factors.enroll_security_key(call, data)


@router.post("/webauthn/{device_id}", status_code=201)
async def ask_key_at_login(call: PublicCall, device_id: UUID, data: Waiting) -> KeyOptions:
    """Get the options for `navigator.credentials.get`."""
    return await login_factors.begin_key_use(call, data.mfa_token, device_id)


@router.post("/webauthn/{device_id}/verify", **SIGNS_IN)
async def verify_key_at_login(call: PublicCall, device_id: UUID, data: KeyAnswer) -> Response:
    """Verify the key's response; signs in."""
    return await login_factors.verify_security_key(call, data, device_id)
