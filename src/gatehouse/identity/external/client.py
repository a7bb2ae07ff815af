"""The relying party: redirects users to a provider and reads its claims.

Nothing here accesses the database, and no connection is held during requests.
"""

import asyncio
import base64
from hashlib import sha256
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from gatehouse.identity.external import id_token, models
from gatehouse.identity.external.documents import ProviderDocuments
from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.fetching import (
    describe_url,
    get_text,
    parse_json,
    post_form,
    require_object,
)
from gatehouse.identity.external.id_token import find_claim, is_claim_left_out
from gatehouse.kit.resources import Resources

SECONDS = 20  # total time for all requests to a provider in one sign-in


def build_authorization_address(
    provider: models.ExternalProvider,
    begun: models.StartedSignIn,
    redirect_uri: str,
    **more: str | None,
) -> str:
    """The authorization address for the browser (RFC 6749 §4.1.1, RFC 7636, OpenID Connect Core §3.1.2.1);
    `more` are further parameters, such as `login_hint`."""
    asked: dict[str, str | None] = {
        "response_type": "code",
        "client_id": provider.client_id,
        "redirect_uri": redirect_uri,
        "scope": " ".join(provider.scopes),
        "state": begun.state,
        "code_challenge": derive_code_challenge(begun.verifier) if provider.uses_pkce else None,
        "code_challenge_method": "S256" if provider.uses_pkce else None,
        "nonce": begun.nonce if provider.is_openid else None,
        **provider.parameters,
        **more,
    }
    query = urlencode({name: value for name, value in asked.items() if value}, quote_via=quote)
    address = provider.authorization_url
    return f"{address}{'&' if urlsplit(address).query else '?'}{query}"


def derive_code_challenge(verifier: str) -> str:
    """The S256 challenge of a verifier (RFC 7636 §4.2)."""
    return base64.urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()


async def discover_endpoints(resources: Resources, issuer: str) -> models.ProviderEndpoints:
    """The endpoints of the issuer; cached for an hour. Raises `ProviderFault` when discovery fails."""
    try:
        async with asyncio.timeout(SECONDS):
            return await resources[ProviderDocuments].get_endpoints(resources, issuer)
    except TimeoutError:
        raise _build_timeout_fault(issuer) from None


def check_sender(provider: models.ExternalProvider, told: str | None) -> None:
    """Check the issuer in the response, if there is one: another provider's code must not be sent to this one
    (RFC 9207). Raises `ProviderFault` when `told` is another issuer."""
    if told and told != provider.issuer:
        raise ProviderFault("sender", f"The answer is {told!r:.200}'s, not {provider.issuer!r}'s")


async def exchange_code_for_claims(
    resources: Resources,
    provider: models.ExternalProvider,
    attempt: models.ExternalAttempt,
    code: str,
) -> tuple[dict[str, Any], models.ProviderTokens]:
    """Exchange the code for claims: those of the verified id token, supplemented by the userinfo endpoint for
    the same subject. Raises `ProviderFault` when a request or a check fails."""
    try:
        async with asyncio.timeout(SECONDS):
            tokens = await exchange_authorization_code(resources, provider, attempt, code)
            return await read_provider_claims(resources, provider, tokens, attempt.nonce), tokens
    except TimeoutError:
        raise _build_timeout_fault(provider.token_url) from None


async def exchange_authorization_code(
    resources: Resources,
    provider: models.ExternalProvider,
    attempt: models.ExternalAttempt,
    code: str,
) -> models.ProviderTokens:
    """Exchange the code for tokens (RFC 6749 §4.1.3). Raises `ProviderFault` when the provider refuses the
    code or sends no usable tokens."""
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": attempt.redirect_uri,
        "client_id": provider.client_id,
    }
    if provider.uses_pkce:
        form["code_verifier"] = attempt.verifier
    in_body = {"client_secret": provider.secret} if provider.secret else {}
    if provider.secret and provider.authenticates_in == "header":
        basic = {"authorization": _build_basic_credentials(provider)}
        status, answer = await post_form(resources, provider.token_url, form, basic)
        if answer.get("error") == "invalid_client" and provider.also_authenticates_in_body:
            # Some providers do not decode a secret in the header, but accept it in the body.
            status, answer = await post_form(resources, provider.token_url, form | in_body, {})
    else:
        status, answer = await post_form(resources, provider.token_url, form | in_body, {})
    if status != 200 or answer.get("error"):
        raise ProviderFault(
            "refused",
            f"{describe_url(provider.token_url)} refused the code: {_describe_token_error(status, answer)}",
        )
    access_token, token = answer.get("access_token", ""), answer.get("id_token", "")
    if not isinstance(access_token, str) or not isinstance(token, str):
        raise ProviderFault("malformed", "The tokens are no text")
    if not (token if provider.is_openid else access_token):
        missing = "id token" if provider.is_openid else "access token"
        raise ProviderFault("malformed", f"{describe_url(provider.token_url)} gave no {missing}")
    return models.ProviderTokens(access_token, token)


def _describe_token_error(status: int, answer: dict[str, Any]) -> str:
    """The provider's own error message, which contains no secret (RFC 6749 §5.2)."""
    error, description = answer.get("error", status), answer.get("error_description")
    return (
        f"{error!s:.80}: {description:.300}" if isinstance(description, str) else f"{error!s:.80}"
    )


async def fetch_userinfo(
    resources: Resources, provider: models.ExternalProvider, access_token: str
) -> dict[str, Any]:
    """The userinfo of the access token's subject, also as a signed token (OpenID Connect Core §5.3.2). Raises
    `ProviderFault` when the request or a check fails."""
    assert provider.userinfo_url is not None  # noqa: S101  callers look
    text = await get_text(
        resources, provider.userinfo_url, {"authorization": f"Bearer {access_token}"}
    )
    if provider.is_openid and not text.lstrip().startswith("{"):
        return await id_token.verify_userinfo(resources, provider, text.strip())
    return require_object(provider.userinfo_url, parse_json(provider.userinfo_url, text))


async def read_provider_claims(
    resources: Resources,
    provider: models.ExternalProvider,
    tokens: models.ProviderTokens,
    nonce: str,
) -> dict[str, Any]:
    """The claims of the tokens, supplemented by the userinfo endpoint. If it fails and only wanted claims are
    missing, they count as left out by the provider. Raises `ProviderFault` when a request or a check
    fails."""
    if not provider.is_openid:
        return await fetch_userinfo(resources, provider, tokens.access_token)
    claims = await id_token.verify_id_token(resources, provider, tokens.id_token, nonce=nonce)
    if not provider.userinfo_url or not tokens.access_token:
        return claims
    wanted, address = provider.wanted_claims, provider.email_claim
    lacks = [path for path in wanted if find_claim(claims, path) is None]
    lacks_wanted = bool(wanted) and lacks == list(wanted)
    if find_claim(claims, address) and not (
        lacks_wanted and not any(is_claim_left_out(claims, path) for path in lacks)
    ):
        return claims
    try:
        more = await fetch_userinfo(resources, provider, tokens.access_token)
    except ProviderFault as fault:
        if find_claim(claims, address):
            return claims | {"_claim_names": dict.fromkeys(lacks, "userinfo")}
        raise ProviderFault("userinfo", fault.detail) from fault
    if more.get("sub") != claims["sub"]:  # OpenID Connect Core §5.3.2
        raise ProviderFault("subject", "The userinfo endpoint returned another subject")
    return {**more, **{name: value for name, value in claims.items() if value not in (None, "")}}


def _build_basic_credentials(provider: models.ExternalProvider) -> str:
    """Credentials with both parts form-encoded, then joined (RFC 6749 §2.3.1)."""
    pair = f"{quote(provider.client_id, safe='')}:{quote(provider.secret, safe='')}"
    return f"Basic {base64.b64encode(pair.encode()).decode()}"


def _build_timeout_fault(url: str) -> ProviderFault:
    return ProviderFault("unreachable", f"{describe_url(url)}: no answer within {SECONDS} seconds")
