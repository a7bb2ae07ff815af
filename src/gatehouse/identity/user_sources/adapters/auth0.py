"""Auth0: the password grant, then the userinfo of the token.

Its application needs the grant types "Password" and "Client Credentials"; the second, with `read:users` of
the Management API, only where `app_metadata` or `user_metadata` names the user's account.
"""

from typing import Any
from urllib.parse import quote

from gatehouse.identity.external.fetching import get_json, post_form
from gatehouse.identity.user_sources.adapters.claims import (
    boolean_claim,
    find_claim,
    text_claim,
    unexpected_answer,
)
from gatehouse.identity.user_sources.models import SourceQuestion, SourceUser
from gatehouse.kit.resources import Resources

# Codes for a rejected sign-in: wrong password, blocked, leaked, too many attempts, or MFA, which is not
# possible here.
NO = {
    "invalid_grant", "invalid_user_password", "mfa_required", "too_many_attempts", "unauthorized",
    "password_leaked",
}  # fmt: skip


def base_of(domain: str) -> str:
    """The base address; `acme.eu.auth0.com` becomes an address with https."""
    return (domain if "://" in domain else f"https://{domain}").rstrip("/")


async def ask_auth0(resources: Resources, asking: SourceQuestion) -> SourceUser | None:
    """Verify the password at Auth0; None if it is rejected. Raises `ProviderFault` when Auth0 fails."""
    base = base_of(asking["domain"])
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
    if status < 500 and answer.get("error") in NO:
        return None
    token = answer.get("access_token")
    if status != 200 or not isinstance(token, str):
        raise unexpected_answer(status, f"{base} answered {status}: {answer.get('error')!s:.80}")
    claims = await get_json(resources, f"{base}/userinfo", {"authorization": f"Bearer {token}"})
    tenant = find_claim(claims, asking.tenant_field)
    if asking.tenant_field and tenant is None:
        profile = await _fetch_profile(resources, asking, base, text_claim(claims, "sub"))
        tenant = find_claim(profile, asking.tenant_field)
    return SourceUser(
        text_claim(claims, "sub"),
        text_claim(claims, "email"),
        boolean_claim(claims, "email_verified"),
        text_claim(claims, "name"),
        text_claim(claims, "picture"),
        tenant,
    )


async def management_token(
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
        raise unexpected_answer(status, f"{base} answered {status}: {answer.get('error')!s:.80}")
    return token


async def _fetch_profile(
    resources: Resources, asking: SourceQuestion, base: str, subject: str
) -> Any:
    token = await management_token(resources, base, asking["clientId"], asking["secret"])
    address = f"{base}/api/v2/users/{quote(subject, safe='')}"
    return await get_json(resources, address, {"authorization": f"Bearer {token}"})
