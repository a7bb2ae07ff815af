"""The finished sign-in as an answer (wire reference §4, §12)."""

import orjson

from gatehouse.identity.sessions.cookies import set_refresh_cookie
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.kit.plain_route import Json
from gatehouse.kit.resources import Resources


def login_answer(signed_in: SignedIn) -> LoginResponse:
    """For a route whose answer FastAPI writes."""
    return LoginResponse(
        access_token=signed_in.access_token,
        expires_in=signed_in.expires_in,
        expires=signed_in.expires_at,
        mfa_required=False,
        user_id=signed_in.user_id,
        user_email=signed_in.email,
        email_verified=signed_in.email_verified,
    )


def signed_in_answer(resources: Resources, signed_in: SignedIn, status: int = 200) -> Json:
    """For a plain route: what `login_answer` says, without Pydantic, and the refresh cookie."""
    body = {
        "tokenType": "bearer",
        "accessToken": signed_in.access_token,
        "expiresIn": signed_in.expires_in,
        "expires": signed_in.expires_at,
        "mfaRequired": False,
        "userId": str(signed_in.user_id),
        "userEmail": signed_in.email,
        "emailVerified": signed_in.email_verified,
    }
    response = Json(orjson.dumps(body), status)
    set_refresh_cookie(response, resources, signed_in)
    return response
