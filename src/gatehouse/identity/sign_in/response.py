"""The response of every sign-in method (wire reference §4, §12)."""

from typing import Any

import orjson
from starlette.responses import Response

from gatehouse.identity.mfa.schemas import QrCode
from gatehouse.identity.sessions.cookies import set_refresh_cookie
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sign_in.models import SignInChallenge, SignInStep
from gatehouse.kit.plain_route import Json
from gatehouse.kit.resources import Resources


def build_signed_in_body(signed_in: SignedIn) -> dict[str, Any]:
    notice = {
        "passwordExpiresIn": signed_in.password_expires_in,
        "notificationPeriod": signed_in.notification_period,
    }
    return {
        "tokenType": "bearer",
        "accessToken": signed_in.access_token,
        "expiresIn": signed_in.expires_in,
        "expires": signed_in.expires_at,
        "mfaRequired": False,
        "userId": str(signed_in.user_id),
        "userEmail": signed_in.email,
        "emailVerified": signed_in.email_verified,
        **(notice if signed_in.password_expires_in is not None else {}),
    }


def build_answer_body(outcome: SignedIn | SignInChallenge, **more: Any) -> dict[str, Any]:
    """Build the login answer; `more` is what only some methods add, such as `recoveryCode`."""
    if isinstance(outcome, SignedIn):
        return {**build_signed_in_body(outcome), **more}
    if outcome.step is SignInStep.RESET_PASSWORD:
        return {"mfaRequired": False, "isBreachedPassword": True, **_build_user_fields(outcome)}
    if outcome.step is SignInStep.REPLACE_PASSWORD:
        return {
            "mfaRequired": False,
            "resetPasswordToken": outcome.token,
            **_build_user_fields(outcome),
        }
    return {
        "mfaRequired": True,
        "mfaToken": outcome.token,
        "mfaEnrolled": outcome.step == SignInStep.VERIFY_SECOND_FACTOR,
        "mfaDevices": outcome.devices.model_dump(mode="json", by_alias=True),
        **_build_user_fields(outcome),
        **_build_enrollment_fields(outcome),
        **more,
    }


def _build_user_fields(challenge: SignInChallenge) -> dict[str, Any]:
    return {
        "userId": str(challenge.user_id),
        "userEmail": challenge.email,
        "emailVerified": challenge.email_verified,
    }


def _build_enrollment_fields(challenge: SignInChallenge) -> dict[str, Any]:
    """Build the enrollment fields, with all values that older clients show without a further request."""
    offered = challenge.enrollment
    if offered is None:
        return {}
    address = offered.authenticator_address
    return {
        "mfaStrategies": offered.strategies,
        "recoveryCode": offered.recovery_code,
        **(QrCode.from_address(address).model_dump(by_alias=True) if address else {}),
    }


def build_sign_in_response(
    resources: Resources, outcome: SignedIn | SignInChallenge, status: int = 200, **more: Any
) -> Response:
    """Build the login answer, with the refresh cookie when the sign-in is complete."""
    response = Json(orjson.dumps(build_answer_body(outcome, **more)), status)
    if isinstance(outcome, SignedIn):
        set_refresh_cookie(response, resources, outcome)
    return response
