"""Any OAuth 2 server with a password grant (RFC 6749 §4.3) and a userinfo endpoint, such as Keycloak."""

from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.fetching import get_json, host_of, post_form
from gatehouse.identity.user_sources.adapters.claims import (
    boolean_claim,
    find_claim,
    text_claim,
    unexpected_answer,
)
from gatehouse.identity.user_sources.models import SourceQuestion, SourceUser
from gatehouse.kit.resources import Resources

SCOPES = ("openid", "email", "profile")


async def ask_federation(resources: Resources, asking: SourceQuestion) -> SourceUser | None:
    """Verify the password at the server; None if it is rejected. Raises `ProviderFault` when the server
    fails."""
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
    token = text_claim(answer, "access_token")
    if status != 200 or not token:
        raise unexpected_answer(
            status, f"{host_of(token_url)} answered {status}: {answer.get('error')!s:.80}"
        )
    claims = await get_json(resources, userinfo_url, {"authorization": f"Bearer {token}"})
    return SourceUser(
        text_claim(claims, "sub"),
        text_claim(claims, "email"),
        boolean_claim(claims, "email_verified"),
        text_claim(claims, "name"),
        text_claim(claims, "picture"),
        find_claim(claims, asking.tenant_field),
    )


async def _find_endpoints(
    resources: Resources, asking: SourceQuestion
) -> tuple[str, str, tuple[str, ...]]:
    """The token endpoint, the userinfo endpoint, and the scopes to request."""
    if not asking["wellknownUrl"]:
        given = asking.settings["oauth2Config"]
        return given["tokenUrl"], given["userInfoUrl"], tuple(given.get("scopes") or SCOPES)
    published = await get_json(resources, asking["wellknownUrl"])
    token_url = text_claim(published, "token_endpoint")
    userinfo_url = text_claim(published, "userinfo_endpoint")
    if not token_url or not userinfo_url:
        raise ProviderFault(
            "malformed", f"{host_of(asking['wellknownUrl'])} names no token or userinfo endpoint"
        )
    return token_url, userinfo_url, SCOPES
