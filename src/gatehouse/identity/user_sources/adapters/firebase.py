"""Firebase Authentication: `accounts:signInWithPassword`, then `accounts:lookup` for the user's data. Both
use the project's web API key."""

from typing import Any
from urllib.parse import quote

import orjson

from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.fetching import post_json
from gatehouse.identity.user_sources.adapters.claims import (
    boolean_claim,
    text_claim,
    unexpected_answer,
)
from gatehouse.identity.user_sources.models import SourceQuestion, SourceUser
from gatehouse.kit.resources import Resources

ADDRESS = "https://identitytoolkit.googleapis.com/v1"
NO = {
    "INVALID_PASSWORD", "EMAIL_NOT_FOUND", "INVALID_LOGIN_CREDENTIALS", "USER_DISABLED",
    "INVALID_EMAIL", "MISSING_PASSWORD", "TOO_MANY_ATTEMPTS_TRY_LATER",
}  # fmt: skip


async def ask_firebase(resources: Resources, asking: SourceQuestion) -> SourceUser | None:
    """Verify the password at Firebase; None if it is rejected. A response without a token means MFA, which is
    not possible here and counts as rejected. Raises `ProviderFault` when Firebase fails."""
    given = {"email": asking.email, "password": asking.password, "returnSecureToken": True}
    status, answer = await _call_firebase(resources, asking, "signInWithPassword", given)
    if status != 200:
        said = text_claim(answer.get("error"), "message").partition(" ")[0]
        if said in NO:
            return None
        raise unexpected_answer(status, f"Firebase answered {status}: {said:.80}")
    token = text_claim(answer, "idToken")
    if not token:
        return None
    status, answer = await _call_firebase(resources, asking, "lookup", {"idToken": token})
    users = answer.get("users")
    if status != 200 or not isinstance(users, list) or not users:
        raise ProviderFault("malformed", f"Firebase answered {status} to a lookup")
    [person, *_] = users
    return SourceUser(
        text_claim(person, "localId"),
        text_claim(person, "email"),
        boolean_claim(person, "emailVerified"),
        text_claim(person, "displayName"),
        text_claim(person, "photoUrl"),
    )


async def _call_firebase(
    resources: Resources, asking: SourceQuestion, action: str, body: dict[str, Any]
) -> tuple[int, dict[str, Any]]:
    address = f"{ADDRESS}/accounts:{action}?key={quote(asking['apiKey'], safe='')}"
    return await post_json(resources, address, orjson.dumps(body))
