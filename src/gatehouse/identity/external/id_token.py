"""Verification of the id tokens of other servers (OpenID Connect Core §3.1.3.7), and access to their claims
by name, which may be a path."""

import re
from collections.abc import Collection, Mapping
from typing import Any

import orjson
from joserfc import jws
from joserfc.errors import JoseError

from gatehouse.identity.external.documents import ProviderDocuments
from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.models import ExternalProvider
from gatehouse.kit import clock
from gatehouse.kit.crypto import equal_in_constant_time
from gatehouse.kit.resources import Resources

# Other algorithms are refused, above all `none` and those with a shared secret.
ALGORITHMS = {
    "RS256": "RSA", "RS384": "RSA", "RS512": "RSA", "PS256": "RSA", "ES256": "EC", "ES384": "EC",
}  # fmt: skip
SKEW_SECONDS = 60
LONGEST_SUBJECT = 255
TENANT_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class _Registry(jws.JWSRegistry):
    """Allows long headers: some providers add a chain of certificates next to the key id. It is ignored."""

    max_header_length = 16_384


REGISTRY = _Registry(algorithms=list(ALGORITHMS), strict_check_header=False)


async def verify_id_token(
    resources: Resources, provider: ExternalProvider, token: str, *, nonce: str | None
) -> dict[str, Any]:
    """The claims of a token that this provider issued for this client and, with `nonce`, for this sign-in.
    May fetch keys, so no transaction may be open. Raises `ProviderFault` when a check fails."""
    claims = await verify_signed_token(resources, provider, token)
    check_token_issuer(provider, claims)
    check_token_audience(provider, claims)
    check_token_time(claims)
    if nonce is not None and not equal_in_constant_time(str(claims.get("nonce", "")), nonce):
        raise ProviderFault("nonce", "The token was not made for this sign-in")
    subject = claims.get("sub")
    if not isinstance(subject, str) or not 0 < len(subject) <= LONGEST_SUBJECT:
        raise ProviderFault("subject", "The token does not say whose it is")
    return claims


async def verify_userinfo(
    resources: Resources, provider: ExternalProvider, token: str
) -> dict[str, Any]:
    """The claims of a userinfo response that is a signed token: issued by the provider and, if it names an
    audience, for this client (OpenID Connect Core §5.3.2). Raises `ProviderFault` when a check fails."""
    claims = await verify_signed_token(resources, provider, token)
    if "iss" in claims:
        check_token_issuer(provider, claims)
    if "aud" in claims:
        check_token_audience(provider, claims)
    return claims


async def verify_signed_token(
    resources: Resources, provider: ExternalProvider, token: str, *, kinds: Collection[str] = ()
) -> dict[str, Any]:
    """The claims of a token that is signed with the provider's key; nothing else is checked. `kinds` are the
    allowed values of the `typ` header. Raises `ProviderFault` when the signature is not valid."""
    assert provider.jwks_url is not None  # noqa: S101  only OpenID providers have id tokens
    try:
        signature = jws.extract_compact(token.encode(), registry=REGISTRY)
        header = signature.headers()
    except (JoseError, ValueError):
        raise ProviderFault("malformed", "The id token is no signed token") from None
    kind = ALGORITHMS.get(str(header.get("alg")))
    if kind is None:
        raise ProviderFault(
            "algorithm", f"Signed with {header.get('alg')!r:.40}, which is not taken"
        )
    if kinds and str(header.get("typ", "")).lower() not in kinds:
        raise ProviderFault("malformed", f"A token of the kind {header.get('typ')!r:.40}")
    key = await resources[ProviderDocuments].get_key(
        resources, provider.jwks_url, header, keys=kind
    )
    try:
        is_right = jws.validate_compact(signature, key, registry=REGISTRY)
    except (JoseError, ValueError):
        is_right = False
    if not is_right:
        raise ProviderFault("signature", "The signature is not that of the provider's key")
    try:
        claims = orjson.loads(signature.payload)
    except ValueError:
        claims = None
    if not isinstance(claims, dict):
        raise ProviderFault("malformed", "The id token holds no claims")
    return claims


def check_token_issuer(provider: ExternalProvider, claims: dict[str, Any]) -> None:
    expected = provider.issuer or ""
    if "{tenantid}" in expected:
        tenant = str(claims.get("tid", ""))
        expected = expected.replace("{tenantid}", tenant) if TENANT_ID.fullmatch(tenant) else ""
    if not expected or claims.get("iss") != expected:
        raise ProviderFault("issuer", f"Issued by {claims.get('iss')!r:.200}, not by {expected!r}")


def check_token_audience(provider: ExternalProvider, claims: dict[str, Any]) -> None:
    """Require this client as audience; with several audiences, the token must name it as the requester
    (`azp`)."""
    audience = claims.get("aud")
    audiences = audience if isinstance(audience, list) else [audience]
    asked_by = claims.get("azp", provider.client_id if len(audiences) == 1 else None)
    if provider.client_id not in audiences:
        raise ProviderFault(
            "audience", f"Made for {audience!r:.200}, not for {provider.client_id!r}"
        )
    if asked_by != provider.client_id:
        raise ProviderFault(
            "audience", f"Requested by {asked_by!r:.200} (azp), not by {provider.client_id!r}"
        )


def check_token_time(claims: dict[str, Any]) -> None:
    now = clock.now().timestamp()
    expires, issued = _parse_time(claims.get("exp")), _parse_time(claims.get("iat"))
    begins = max(issued, _parse_time(claims["nbf"]) if "nbf" in claims else issued)
    if expires + SKEW_SECONDS <= now:
        raise ProviderFault("expired", f"The token ended {int(now - expires)} seconds ago")
    if begins - SKEW_SECONDS > now:
        raise ProviderFault(
            "not_yet", f"The token begins in {int(begins - now)} seconds; compare clocks"
        )


def _parse_time(value: Any) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise ProviderFault("malformed", "The token does not say from when to when it holds")
    return value


def find_claim(claims: Mapping[str, Any], path: str) -> Any:
    """The value of a claim of this exact name, such as a namespaced one; else of a dotted path, such as
    `realm_access.roles`. None where there is none."""
    if path in claims:
        return claims[path]
    first, dot, rest = path.partition(".")
    while dot:
        inner = claims.get(first)
        if isinstance(inner, Mapping) and (found := find_claim(inner, rest)) is not None:
            return found
        more, dot, rest = rest.partition(".")
        first = f"{first}.{more}"
    return None


def list_claim_texts(value: Any) -> list[str]:
    """The texts of a claim: one, several, or the keys of an object, as some providers send roles."""
    listed = list(value) if isinstance(value, list | Mapping) else [value]
    return [text for text in listed if isinstance(text, str) and text]


def is_claim_left_out(claims: Mapping[str, Any], path: str) -> bool:
    """Whether the provider says that the claim exists and is not in the token: an aggregated or distributed
    claim (OpenID Connect Core §5.6.2), which Microsoft sends for a user in too many groups."""
    elsewhere = claims.get("_claim_names")
    if isinstance(elsewhere, Mapping) and path in elsewhere:
        return True
    return path == "groups" and claims.get("hasgroups") in (True, "true", "True")
