"""The finished sign-in as an answer of a plain route (wire reference §4, §12)."""

import orjson

from gatehouse.identity.sessions.cookies import set_refresh_cookie
from gatehouse.identity.sessions.models import SignedIn
from gatehouse.kit.plain_route import Json
from gatehouse.kit.resources import Resources


def signed_in_answer(resources: Resources, signed_in: SignedIn, status: int = 200) -> Json:
    """What `login_answer` says, without Pydantic, and the refresh cookie."""
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
