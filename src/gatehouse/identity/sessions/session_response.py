"""A session's tokens as a response (wire reference §4, §12)."""

from typing import Any

import orjson

from gatehouse.identity.sessions.cookies import set_refresh_cookie
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.kit.plain_route import Json
from gatehouse.kit.resources import Resources


def signed_in_body(signed_in: SignedIn) -> dict[str, Any]:
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


def signed_in_answer(resources: Resources, signed_in: SignedIn, status: int = 200) -> Json:
    """Build the login answer with the refresh cookie."""
    response = Json(orjson.dumps(signed_in_body(signed_in)), status)
    set_refresh_cookie(response, resources, signed_in)
    return response
