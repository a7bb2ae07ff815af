"""Amazon Cognito: `InitiateAuth` with `USER_PASSWORD_AUTH`, then `GetUser`.

The application's client must allow `ALLOW_USER_PASSWORD_AUTH`. Neither call is signed with an AWS key.
"""

import base64
import hmac
from hashlib import sha256
from typing import Any

import orjson

from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.fetching import post_json
from gatehouse.identity.user_sources.adapters.claims import (
    boolean_claim,
    find_claim,
    text_claim,
    unexpected_answer,
)
from gatehouse.identity.user_sources.models import SourceQuestion, SourceUser
from gatehouse.kit.resources import Resources

ADDRESS = "https://cognito-idp.{region}.amazonaws.com/"
PROTOCOL = "AWSCognitoIdentityProviderService"
NO = {
    "NotAuthorizedException", "UserNotFoundException", "UserNotConfirmedException",
    "PasswordResetRequiredException",
}  # fmt: skip


async def ask_cognito(resources: Resources, asking: SourceQuestion) -> SourceUser | None:
    """Verify the password at Cognito; None if it is rejected. MFA or a forced password change is not possible
    here and counts as rejected. Raises `ProviderFault` when Cognito fails."""
    parameters = {"USERNAME": asking.email, "PASSWORD": asking.password}
    if asking["clientSecret"]:
        parameters["SECRET_HASH"] = _secret_hash(asking)
    body = {
        "AuthFlow": "USER_PASSWORD_AUTH",
        "ClientId": asking["clientId"],
        "AuthParameters": parameters,
    }
    status, answer = await _call_cognito(resources, asking, "InitiateAuth", body)
    if status != 200:
        kind = str(answer.get("__type", "")).rpartition("#")[2]
        if kind in NO and "secret hash" not in text_claim(answer, "message").lower():
            return None
        raise unexpected_answer(status, f"Cognito answered {status}: {kind:.80}")
    token = text_claim(answer.get("AuthenticationResult"), "AccessToken")
    if not token:
        return None
    status, answer = await _call_cognito(resources, asking, "GetUser", {"AccessToken": token})
    listed = answer.get("UserAttributes")
    if status != 200 or not isinstance(listed, list):
        raise ProviderFault("malformed", f"Cognito answered {status} to GetUser")
    claims = {one["Name"]: one["Value"] for one in listed if {"Name", "Value"} <= set(one)}
    return SourceUser(
        text_claim(claims, "sub"),
        text_claim(claims, "email"),
        boolean_claim(claims, "email_verified"),
        text_claim(claims, "name"),
        text_claim(claims, "picture"),
        find_claim(claims, asking.tenant_field),
    )


async def _call_cognito(
    resources: Resources, asking: SourceQuestion, action: str, body: dict[str, Any]
) -> tuple[int, dict[str, Any]]:
    headers = {
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": f"{PROTOCOL}.{action}",
    }
    address = ADDRESS.format(region=asking["region"])
    return await post_json(resources, address, orjson.dumps(body), headers)


def _secret_hash(asking: SourceQuestion) -> str:
    signed = f"{asking.email}{asking['clientId']}".encode()
    return base64.b64encode(hmac.digest(asking["clientSecret"].encode(), signed, sha256)).decode()
