"""How each kind of user source is asked, and how its user data is read: any value may be missing or of
another type. Values that cannot be stored count as missing."""

import base64
import hmac
from hashlib import sha256
from typing import Any
from urllib.parse import quote

import orjson

from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.fetching import describe_url, get_json, post_form, post_json
from gatehouse.identity.user_sources.models import SourceQuestion, SourceUser
from gatehouse.kit.resources import Resources

# The objects in which systems keep application data about users.
NESTED = ("app_metadata", "user_metadata", "metadata")


def read_text_claim(claims: Any, name: str) -> str:
    value = claims.get(name) if isinstance(claims, dict) else None
    return value if isinstance(value, str) and "\x00" not in value else ""


def read_boolean_claim(claims: Any, name: str) -> bool:
    value = claims.get(name) if isinstance(claims, dict) else None
    return value is True or value == "true"


def find_nested_claim(claims: Any, field: str | None) -> Any:
    """The field itself, as a custom attribute, or in the nested application data."""
    if not field or not isinstance(claims, dict):
        return None
    nested = [claims[name] for name in NESTED if isinstance(claims.get(name), dict)]
    for where, name in (
        (claims, field),
        (claims, f"custom:{field}"),
        *((n, field) for n in nested),
    ):
        if where.get(name) is not None:
            return where[name]
    return None


def _build_source_user(claims: Any, tenant: Any) -> SourceUser:
    """A user by the standard claims (OpenID Connect Core §5.1)."""
    return SourceUser(
        read_text_claim(claims, "sub"),
        read_text_claim(claims, "email"),
        read_boolean_claim(claims, "email_verified"),
        read_text_claim(claims, "name"),
        read_text_claim(claims, "picture"),
        tenant,
    )


def build_answer_fault(status: int, detail: str) -> ProviderFault:
    """The fault for a response that neither accepts nor rejects the password: the system fails, or is
    misconfigured."""
    return ProviderFault("unreachable" if status >= 500 else "refused", detail)


# Codes for a rejected sign-in: wrong password, blocked, leaked, too many attempts, or MFA, which is not
# possible here.
AUTH0_REJECTS = {
    "invalid_grant", "invalid_user_password", "mfa_required", "too_many_attempts", "unauthorized",
    "password_leaked",
}  # fmt: skip


def build_base_address(domain: str) -> str:
    """The base address; `acme.eu.auth0.com` becomes an address with https."""
    return (domain if "://" in domain else f"https://{domain}").rstrip("/")


async def ask_auth0(resources: Resources, asking: SourceQuestion) -> SourceUser | None:
    """Verify the password at Auth0, by the password grant and the userinfo of its token; None if it is
    rejected. The application there needs the grant types "Password" and "Client Credentials"; the second,
    with `read:users` of the Management API, only where `app_metadata` or `user_metadata` names the user's
    account. Raises `ProviderFault` when Auth0 fails."""
    base = build_base_address(asking["domain"])
    form = {
        "grant_type": "password",
        "username": asking.email,
        "password": asking.password,
        "scope": "openid profile email",
        "client_id": asking["clientId"],
        "client_secret": asking["secret"],
    }
    # Auth0's brute-force protection must count the user's address, not this server's.
    headers = {"auth0-forwarded-for": asking.ip}
    status, answer = await post_form(resources, f"{base}/oauth/token", form, headers)
    if status < 500 and answer.get("error") in AUTH0_REJECTS:
        return None
    token = answer.get("access_token")
    if status != 200 or not isinstance(token, str):
        raise build_answer_fault(status, f"{base} answered {status}: {answer.get('error')!s:.80}")
    claims = await get_json(resources, f"{base}/userinfo", {"authorization": f"Bearer {token}"})
    tenant = find_nested_claim(claims, asking.tenant_field)
    if asking.tenant_field and tenant is None:
        profile = await _fetch_profile(resources, asking, base, read_text_claim(claims, "sub"))
        tenant = find_nested_claim(profile, asking.tenant_field)
    return _build_source_user(claims, tenant)


async def fetch_management_token(
    resources: Resources, base: str, client_id: str, client_secret: str
) -> str:
    """A token for the Management API. Raises `ProviderFault` when Auth0 refuses it."""
    form = {
        "grant_type": "client_credentials",
        "client_id": client_id,
        "client_secret": client_secret,
        "audience": f"{base}/api/v2/",
    }
    status, answer = await post_form(resources, f"{base}/oauth/token", form, {})
    token = answer.get("access_token")
    if status != 200 or not isinstance(token, str):
        raise build_answer_fault(status, f"{base} answered {status}: {answer.get('error')!s:.80}")
    return token


async def _fetch_profile(
    resources: Resources, asking: SourceQuestion, base: str, subject: str
) -> Any:
    token = await fetch_management_token(resources, base, asking["clientId"], asking["secret"])
    address = f"{base}/api/v2/users/{quote(subject, safe='')}"
    return await get_json(resources, address, {"authorization": f"Bearer {token}"})


COGNITO = "https://cognito-idp.{region}.amazonaws.com/"
PROTOCOL = "AWSCognitoIdentityProviderService"
COGNITO_REJECTS = {
    "NotAuthorizedException", "UserNotFoundException", "UserNotConfirmedException",
    "PasswordResetRequiredException",
}  # fmt: skip


async def ask_cognito(resources: Resources, asking: SourceQuestion) -> SourceUser | None:
    """Verify the password at Cognito, by `InitiateAuth`, which the client there must allow for
    `ALLOW_USER_PASSWORD_AUTH`, and `GetUser`; neither is signed with an AWS key. None if it is rejected. MFA
    or a forced password change is not possible here and counts as rejected. Raises `ProviderFault` when
    Cognito fails."""
    parameters = {"USERNAME": asking.email, "PASSWORD": asking.password}
    if asking["clientSecret"]:
        parameters["SECRET_HASH"] = _compute_secret_hash(asking)
    body = {
        "AuthFlow": "USER_PASSWORD_AUTH",
        "ClientId": asking["clientId"],
        "AuthParameters": parameters,
    }
    status, answer = await _call_cognito(resources, asking, "InitiateAuth", body)
    if status != 200:
        kind = str(answer.get("__type", "")).rpartition("#")[2]
        if (
            kind in COGNITO_REJECTS
            and "secret hash" not in read_text_claim(answer, "message").lower()
        ):
            return None
        raise build_answer_fault(status, f"Cognito answered {status}: {kind:.80}")
    token = read_text_claim(answer.get("AuthenticationResult"), "AccessToken")
    if not token:
        return None
    status, answer = await _call_cognito(resources, asking, "GetUser", {"AccessToken": token})
    listed = answer.get("UserAttributes")
    if status != 200 or not isinstance(listed, list):
        raise ProviderFault("malformed", f"Cognito answered {status} to GetUser")
    claims = {one["Name"]: one["Value"] for one in listed if {"Name", "Value"} <= set(one)}
    return _build_source_user(claims, find_nested_claim(claims, asking.tenant_field))


async def _call_cognito(
    resources: Resources, asking: SourceQuestion, action: str, body: dict[str, Any]
) -> tuple[int, dict[str, Any]]:
    headers = {
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": f"{PROTOCOL}.{action}",
    }
    address = COGNITO.format(region=asking["region"])
    return await post_json(resources, address, orjson.dumps(body), headers)


def _compute_secret_hash(asking: SourceQuestion) -> str:
    signed = f"{asking.email}{asking['clientId']}".encode()
    return base64.b64encode(hmac.digest(asking["clientSecret"].encode(), signed, sha256)).decode()


FIREBASE = "https://identitytoolkit.googleapis.com/v1"
FIREBASE_REJECTS = {
    "INVALID_PASSWORD", "EMAIL_NOT_FOUND", "INVALID_LOGIN_CREDENTIALS", "USER_DISABLED",
    "INVALID_EMAIL", "MISSING_PASSWORD", "TOO_MANY_ATTEMPTS_TRY_LATER",
}  # fmt: skip


async def ask_firebase(resources: Resources, asking: SourceQuestion) -> SourceUser | None:
    """Verify the password at Firebase with the project's web API key; None if it is rejected. A response
    without a token means MFA, which is not possible here and counts as rejected. Raises `ProviderFault` when
    Firebase fails."""
    given = {"email": asking.email, "password": asking.password, "returnSecureToken": True}
    status, answer = await _call_firebase(resources, asking, "signInWithPassword", given)
    if status != 200:
        said = read_text_claim(answer.get("error"), "message").partition(" ")[0]
        if said in FIREBASE_REJECTS:
            return None
        raise build_answer_fault(status, f"Firebase answered {status}: {said:.80}")
    token = read_text_claim(answer, "idToken")
    if not token:
        return None
    status, answer = await _call_firebase(resources, asking, "lookup", {"idToken": token})
    users = answer.get("users")
    if status != 200 or not isinstance(users, list) or not users:
        raise ProviderFault("malformed", f"Firebase answered {status} to a lookup")
    [person, *_] = users
    return SourceUser(
        read_text_claim(person, "localId"),
        read_text_claim(person, "email"),
        read_boolean_claim(person, "emailVerified"),
        read_text_claim(person, "displayName"),
        read_text_claim(person, "photoUrl"),
    )


async def _call_firebase(
    resources: Resources, asking: SourceQuestion, action: str, body: dict[str, Any]
) -> tuple[int, dict[str, Any]]:
    address = f"{FIREBASE}/accounts:{action}?key={quote(asking['apiKey'], safe='')}"
    return await post_json(resources, address, orjson.dumps(body))


SCOPES = ("openid", "email", "profile")


async def ask_federation(resources: Resources, asking: SourceQuestion) -> SourceUser | None:
    """Verify the password at any OAuth 2 server with a password grant (RFC 6749 §4.3) and a userinfo
    endpoint, such as Keycloak; None if it is rejected. Raises `ProviderFault` when the server fails."""
    token_url, userinfo_url, scopes = await _find_endpoints(resources, asking)
    form = {
        "grant_type": "password",
        "username": asking.email,
        "password": asking.password,
        "scope": " ".join(scopes),
        "client_id": asking["clientId"],
        "client_secret": asking["secret"],
    }
    status, answer = await post_form(resources, token_url, form, {})
    if status < 500 and answer.get("error") == "invalid_grant":
        return None
    token = read_text_claim(answer, "access_token")
    if status != 200 or not token:
        raise build_answer_fault(
            status, f"{describe_url(token_url)} answered {status}: {answer.get('error')!s:.80}"
        )
    claims = await get_json(resources, userinfo_url, {"authorization": f"Bearer {token}"})
    return _build_source_user(claims, find_nested_claim(claims, asking.tenant_field))


async def _find_endpoints(
    resources: Resources, asking: SourceQuestion
) -> tuple[str, str, tuple[str, ...]]:
    """The token endpoint, the userinfo endpoint, and the scopes to request."""
    if not asking["wellknownUrl"]:
        given = asking.settings["oauth2Config"]
        return given["tokenUrl"], given["userInfoUrl"], tuple(given.get("scopes") or SCOPES)
    published = await get_json(resources, asking["wellknownUrl"])
    token_url = read_text_claim(published, "token_endpoint")
    userinfo_url = read_text_claim(published, "userinfo_endpoint")
    if not token_url or not userinfo_url:
        raise ProviderFault(
            "malformed",
            f"{describe_url(asking['wellknownUrl'])} names no token or userinfo endpoint",
        )
    return token_url, userinfo_url, SCOPES


async def ask_endpoint(resources: Resources, asking: SourceQuestion) -> SourceUser | None:
    """Verify the password by the vendor's own code: it receives `{"email": …, "password": …}` and responds
    with 200 and `{"id", "email", "emailVerified", "name", "profilePictureUrl", "tenantId"}`, of which the
    first two are required; 401, 403 or 404 reject the password. Raises `ProviderFault` when it fails."""
    address = asking["codePayload"]
    body = orjson.dumps({"email": asking.email, "password": asking.password})
    status, answer = await post_json(resources, address, body)
    if status in (401, 403, 404):
        return None
    if status != 200:
        raise build_answer_fault(status, f"{describe_url(address)} answered {status}")
    return SourceUser(
        read_text_claim(answer, "id"),
        read_text_claim(answer, "email"),
        read_boolean_claim(answer, "emailVerified"),
        read_text_claim(answer, "name"),
        read_text_claim(answer, "profilePictureUrl"),
        answer.get("tenantId"),
    )
