"""Cache of the documents that OpenID providers publish, in the memory of a process.

Endpoints are cached for an hour. Keys are cached as long, and fetched again immediately when a token names an
unknown key, because providers rotate keys without notice; but repeated unknown keys do not cause repeated
requests.
"""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Self

from joserfc.errors import JoseError
from joserfc.jwk import ECKey, RSAKey

from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.fetching import describe_url, get_json, require_https
from gatehouse.identity.external.models import ProviderEndpoints
from gatehouse.kit import clock
from gatehouse.kit.resources import Resources

KEPT = timedelta(hours=1)
NO_MISS_AGAIN = timedelta(seconds=30)
MOST_DOCUMENTS = 1000
MOST_KEYS = 100
MOST_SCOPES = 100
RSA_MODULUS = 342  # characters of base64url: 2,048 bits
PUBLIC = frozenset({"kty", "kid", "alg", "use", "n", "e", "crv", "x", "y"})

Key = RSAKey | ECKey


@dataclass(slots=True)
class CachedDocuments:
    content: Any
    at: datetime
    missed_at: datetime | None = None


class ProviderDocuments:
    """Caches discovery documents and key sets. Beyond a thousand documents the oldest is removed."""

    @classmethod
    def for_process(cls, _: Resources) -> Self:
        return cls()

    def __init__(self) -> None:
        self._kept: OrderedDict[str, CachedDocuments] = OrderedDict()

    async def get_endpoints(self, resources: Resources, issuer: str) -> ProviderEndpoints:
        """The endpoints of an issuer, whose document must name the issuer itself (OpenID Connect Discovery
        1.0 §4.3). Raises `ProviderFault` when it cannot be read."""
        url = issuer.rstrip("/") + "/.well-known/openid-configuration"
        kept = self._find_fresh(url)
        if kept is None:
            kept = self._store_document(
                url, _parse_endpoints(resources, issuer, await get_json(resources, url))
            )
        endpoints: ProviderEndpoints = kept.content
        return endpoints

    async def get_key(
        self, resources: Resources, jwks_url: str, header: dict[str, Any], *, keys: str
    ) -> Key:
        """The key of this type (`RSA`, `EC`) that a token's header names. Raises `ProviderFault` when there
        is none."""
        kept = self._find_fresh(jwks_url)
        found = _find_signing_key(kept.content, header, keys) if kept else None
        if found is None and (kept is None or _may_fetch_keys_again(kept)):
            fetched = _parse_keys(jwks_url, await get_json(resources, jwks_url))
            again = self._store_document(jwks_url, fetched)
            found = _find_signing_key(fetched, header, keys)
            again.missed_at = clock.now() if kept and found is None else None
        if found is None:
            raise ProviderFault(
                "unknown_key",
                f"No key of {describe_url(jwks_url)} has the id {header.get('kid')!r:.80}",
            )
        return found

    def clear_cache(self) -> None:
        """Clear the cache, so that an administrator who sets up a connection sees the current documents."""
        self._kept.clear()

    def _find_fresh(self, url: str) -> CachedDocuments | None:
        kept = self._kept.get(url)
        return kept if kept and clock.now() - kept.at < KEPT else None

    def _store_document(self, url: str, content: Any) -> CachedDocuments:
        kept = self._kept[url] = CachedDocuments(content, clock.now())
        self._kept.move_to_end(url)
        while len(self._kept) > MOST_DOCUMENTS:
            self._kept.popitem(last=False)
        return kept


def _may_fetch_keys_again(kept: CachedDocuments) -> bool:
    return kept.missed_at is None or clock.now() - kept.missed_at >= NO_MISS_AGAIN


def _parse_endpoints(resources: Resources, issuer: str, document: Any) -> ProviderEndpoints:
    if not isinstance(document, dict):
        raise ProviderFault("malformed", "The discovery document is no object")
    named = document.get("issuer")
    # Administrators omit or add the final slash; the document's own spelling is in the tokens.
    if not isinstance(named, str) or named.rstrip("/") != issuer.rstrip("/"):
        raise ProviderFault(
            "issuer",
            f"The discovery document is of {document.get('issuer')!r:.200}, not of {issuer!r}",
        )
    methods = document.get("token_endpoint_auth_methods_supported")
    in_body = isinstance(methods, list) and "client_secret_basic" not in methods
    scopes = document.get("scopes_supported")
    return ProviderEndpoints(
        issuer=named,
        authorization_url=_parse_address(resources, document, "authorization_endpoint"),
        token_url=_parse_address(resources, document, "token_endpoint"),
        jwks_url=_parse_address(resources, document, "jwks_uri"),
        userinfo_url=_parse_optional_address(resources, document, "userinfo_endpoint"),
        authenticates_in="body" if in_body else "header",
        also_authenticates_in_body=isinstance(methods, list) and "client_secret_post" in methods,
        scopes=tuple(map(str, scopes[:MOST_SCOPES])) if isinstance(scopes, list) else (),
        end_session_url=_parse_optional_address(resources, document, "end_session_endpoint"),
    )


def _parse_address(resources: Resources, document: dict[str, Any], name: str) -> str:
    url = document.get(name)
    if not isinstance(url, str) or not url.startswith(("https://", "http://")) or len(url) > 2000:
        raise ProviderFault("malformed", f"The discovery document has no usable {name}")
    return require_https(resources, url)


def _parse_optional_address(
    resources: Resources, document: dict[str, Any], name: str
) -> str | None:
    return _parse_address(resources, document, name) if document.get(name) else None


def _parse_keys(jwks_url: str, document: Any) -> list[Key]:
    """The keys for signatures of an accepted type; others in the set are ignored."""
    listed = document.get("keys") if isinstance(document, dict) else None
    if not isinstance(listed, list):
        raise ProviderFault("malformed", f"{describe_url(jwks_url)} is no set of keys")
    return [key for one in listed[:MOST_KEYS] if (key := _parse_key(one)) is not None]


def _parse_key(data: Any) -> Key | None:
    if not isinstance(data, dict) or data.get("use", "sig") != "sig":
        return None
    public = {name: value for name, value in data.items() if name in PUBLIC}
    try:
        match data.get("kty"):
            case "RSA" if len(str(data.get("n", ""))) >= RSA_MODULUS:
                return RSAKey.import_key(public)
            case "EC" if data.get("crv") in ("P-256", "P-384"):
                return ECKey.import_key(public)
    except (JoseError, ValueError, TypeError):
        return None
    return None


def _find_signing_key(keys: list[Key], header: dict[str, Any], kind: str) -> Key | None:
    """Find a key by its id. The id is a hint (RFC 7515 §4.1.4): if the header or the keys have no id, the
    only key of the type is used."""
    fitting = [
        key for key in keys if key.key_type == kind and key.get("alg") in (None, header.get("alg"))
    ]
    kid = header.get("kid")
    if kid is not None:
        named = [key for key in fitting if key.get("kid") == kid]
        if named:
            return named[0]
        fitting = [key for key in fitting if key.get("kid") is None]
    return fitting[0] if len(fitting) == 1 else None
