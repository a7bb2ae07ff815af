"""The providers that the vendor has set up, in the form that the client of `identity/external` needs."""

from dataclasses import replace
from urllib.parse import urlsplit

from gatehouse.identity.external.client import discover_endpoints
from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.models import ExternalProvider, Kind
from gatehouse.identity.social.apple import client_secret
from gatehouse.identity.social.errors import ProviderNotOffered
from gatehouse.identity.social.known_providers import KNOWN
from gatehouse.kit.crypto import Box
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of
from gatehouse.vendor.social_providers import PROVIDER_TYPES, SECRETS, SocialProvider

AUTH = "/identity/resources/auth/v2/user/sso"


def offered_providers(resources: Resources) -> list[SocialProvider]:
    """The providers that are active at this moment."""
    return [one for one in configuration_of(resources).social_providers if one.is_active]


def find_social_provider(resources: Resources, name: str) -> SocialProvider:
    """Raises `ProviderNotOffered` when the provider is inactive or unknown."""
    for one in offered_providers(resources):
        if one.id == name:
            return one
    raise ProviderNotOffered("This way of signing in is not offered")


def kind_of(one: SocialProvider) -> Kind:
    return "custom" if one.is_custom else "social"


def callback_url(resources: Resources, one: SocialProvider) -> str:
    """The redirect URI, which is registered at the provider."""
    return f"{resources[Deployment].public_url}{AUTH}/{one.id}/callback"


def start_path(one: SocialProvider) -> str:
    """The path to which a page sends users who sign in with this provider."""
    return f"{AUTH}/{'custom' if one.is_custom else 'default'}/{one.id}/prelogin"


async def provider_of(resources: Resources, one: SocialProvider) -> ExternalProvider:
    """The provider with its endpoints and secret. May send a discovery request, so no transaction may be
    open. Raises `ProviderFault` when discovery fails or the secret cannot be used."""
    if not one.is_custom:
        return _to_provider(resources, one)
    secret = _open_secret(resources, one)
    if not one.issuer:
        return ExternalProvider(
            client_id=one.client_id,
            authorization_url=one.authorization_url,
            token_url=one.token_url,
            userinfo_url=one.userinfo_url,
            scopes=tuple(one.scopes),
            secret=secret,
        )
    found = await discover_endpoints(resources, one.issuer)
    return ExternalProvider(
        client_id=one.client_id,
        authorization_url=found.authorization_url,
        token_url=found.token_url,
        userinfo_url=found.userinfo_url,
        jwks_url=found.jwks_url,
        issuer=found.issuer,
        scopes=tuple(one.scopes),
        secret=secret,
        authenticates_in=found.authenticates_in,
    )


def issuer_of(provider: ExternalProvider, one: SocialProvider) -> str:
    """The issuer of the provider's claims; a substitute for a provider without one."""
    if provider.issuer:
        return provider.issuer
    known = next((KNOWN[name] for name in PROVIDER_TYPES if name == one.id), None)
    if known and not one.is_custom:
        return known.issuer
    parts = urlsplit(provider.token_url)
    return f"{parts.scheme}://{parts.netloc}"


def _to_provider(resources: Resources, one: SocialProvider) -> ExternalProvider:
    name = next(name for name in PROVIDER_TYPES if name == one.id)
    known = KNOWN[name]
    provider = ExternalProvider(
        client_id=one.client_id,
        authorization_url=known.authorization_url,
        token_url=known.exchange_url,
        jwks_url=known.jwks_url,
        userinfo_url=known.userinfo_url,
        issuer=known.issuer if known.jwks_url else None,
        scopes=tuple(dict.fromkeys((*known.scopes, *one.scopes))),
        secret=_open_secret(resources, one),
        uses_pkce=known.uses_pkce,
        parameters=known.parameters,
    )
    return _in_directory(provider, one) if name == "microsoft" else provider


def _in_directory(provider: ExternalProvider, one: SocialProvider) -> ExternalProvider:
    """The provider for the configured directory. If it is a single directory, only tokens of that directory
    are accepted."""
    is_one = one.directory.count("-") > 0
    issuer = provider.issuer or ""
    return replace(
        provider,
        authorization_url=provider.authorization_url.replace("{directory}", one.directory),
        token_url=provider.token_url.replace("{directory}", one.directory),
        jwks_url=(provider.jwks_url or "").replace("{directory}", one.directory),
        issuer=issuer.replace("{tenantid}", one.directory) if is_one else issuer,
    )


def _open_secret(resources: Resources, one: SocialProvider) -> str:
    if one.sealed_secret is None:
        return ""
    secret = SECRETS.open(resources[Box], one.id, one.sealed_secret).decode()
    if one.id != "apple" or one.is_custom:
        return secret
    try:
        return client_secret(
            secret, team_id=one.team_id, key_id=one.key_id, client_id=one.client_id
        )
    except ValueError:
        raise ProviderFault("malformed", "The private key for Apple cannot be read") from None
