"""The providers that the vendor has set up, in the form that the client of `identity/external` needs."""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from joserfc import jwt
from joserfc.jwk import ECKey

from gatehouse.identity.external.client import discover_endpoints
from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.models import ExternalProvider, Kind
from gatehouse.identity.social.errors import ProviderNotOffered
from gatehouse.kit import clock
from gatehouse.kit.crypto import Box
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import Resources
from gatehouse.vendor.current import configuration_of
from gatehouse.vendor.social_providers import PROVIDER_TYPES, SECRETS, ProviderType, SocialProvider

_OPENID = ("openid", "email", "profile")
_MICROSOFT = "https://login.microsoftonline.com/{directory}"
PROVIDER_NAMES: dict[ProviderType, str] = {
    "google": "Google", "microsoft": "Microsoft", "github": "GitHub", "facebook": "Facebook",
    "apple": "Apple", "slack": "Slack", "linkedin": "LinkedIn",
}  # fmt: skip
AUTH = "/identity/resources/auth/v2/user/sso"
APPLE_AUDIENCE = "https://appleid.apple.com"
APPLE_SECRET_LASTS = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class KnownProvider:
    """`{directory}` stands for the vendor's choice of Microsoft's directories."""

    issuer: str
    authorization_url: str
    exchange_url: str
    scopes: tuple[str, ...]
    jwks_url: str | None = None
    userinfo_url: str | None = None
    addresses_url: str | None = None
    uses_pkce: bool = True
    parameters: dict[str, str] = field(default_factory=dict)


KNOWN_PROVIDERS: dict[ProviderType, KnownProvider] = {
    "google": KnownProvider(
        issuer="https://accounts.google.com",
        authorization_url="https://accounts.google.com/o/oauth2/v2/auth",
        exchange_url="https://oauth2.googleapis.com/token",
        jwks_url="https://www.googleapis.com/oauth2/v3/certs",
        scopes=_OPENID,
        parameters={"prompt": "select_account"},
    ),
    "microsoft": KnownProvider(
        issuer="https://login.microsoftonline.com/{tenantid}/v2.0",
        authorization_url=f"{_MICROSOFT}/oauth2/v2.0/authorize",
        exchange_url=f"{_MICROSOFT}/oauth2/v2.0/token",
        jwks_url=f"{_MICROSOFT}/discovery/v2.0/keys",
        scopes=_OPENID,
        parameters={"prompt": "select_account"},
    ),
    "github": KnownProvider(
        issuer="https://github.com",
        authorization_url="https://github.com/login/oauth/authorize",
        exchange_url="https://github.com/login/oauth/access_token",
        userinfo_url="https://api.github.com/user",
        addresses_url="https://api.github.com/user/emails",
        scopes=("read:user", "user:email"),
    ),
    "facebook": KnownProvider(
        issuer="https://www.facebook.com",
        authorization_url="https://www.facebook.com/v23.0/dialog/oauth",
        exchange_url="https://graph.facebook.com/v23.0/oauth/access_token",
        userinfo_url="https://graph.facebook.com/v23.0/me?fields=id,name,email",
        scopes=("public_profile", "email"),
    ),
    "apple": KnownProvider(
        issuer="https://appleid.apple.com",
        authorization_url="https://appleid.apple.com/auth/authorize",
        exchange_url="https://appleid.apple.com/auth/token",
        jwks_url="https://appleid.apple.com/auth/keys",
        scopes=("openid", "email"),
        uses_pkce=False,
        # Apple sends the email address only by form_post.
        parameters={"response_mode": "form_post"},
    ),
    "slack": KnownProvider(
        issuer="https://slack.com",
        authorization_url="https://slack.com/openid/connect/authorize",
        exchange_url="https://slack.com/api/openid.connect.token",
        jwks_url="https://slack.com/openid/connect/keys",
        userinfo_url="https://slack.com/api/openid.connect.userInfo",
        scopes=_OPENID,
        uses_pkce=False,
    ),
    # LinkedIn's id tokens carry no nonce, and it rejects a PKCE verifier, so the userinfo endpoint is used.
    "linkedin": KnownProvider(
        issuer="https://www.linkedin.com/oauth",
        authorization_url="https://www.linkedin.com/oauth/v2/authorization",
        exchange_url="https://www.linkedin.com/oauth/v2/accessToken",
        userinfo_url="https://api.linkedin.com/v2/userinfo",
        scopes=_OPENID,
        uses_pkce=False,
    ),
}  # fmt: skip


def list_offered_providers(resources: Resources) -> list[SocialProvider]:
    """The providers that are active at this moment."""
    return [one for one in configuration_of(resources).social_providers if one.is_active]


def get_offered_provider(resources: Resources, name: str) -> SocialProvider:
    """Raises `ProviderNotOffered` when the provider is inactive or unknown."""
    for one in list_offered_providers(resources):
        if one.id == name:
            return one
    raise ProviderNotOffered("This sign-in method is not available")


def get_provider_kind(one: SocialProvider) -> Kind:
    return "custom" if one.is_custom else "social"


def get_provider_display_name(one: SocialProvider) -> str:
    """The display name of the provider."""
    if one.is_custom:
        return one.display_name
    return PROVIDER_NAMES[next(name for name in PROVIDER_TYPES if name == one.id)]


def build_callback_url(resources: Resources, one: SocialProvider) -> str:
    """The redirect URI, which is registered at the provider."""
    return f"{resources[Deployment].public_url}{AUTH}/{one.id}/callback"


def build_start_path(one: SocialProvider) -> str:
    """The path to which a page sends users who sign in with this provider."""
    return f"{AUTH}/{'custom' if one.is_custom else 'default'}/{one.id}/prelogin"


async def load_social_provider(resources: Resources, one: SocialProvider) -> ExternalProvider:
    """The provider with its endpoints and secret. May send a discovery request, so no transaction may be
    open. Raises `ProviderFault` when discovery fails or the secret cannot be used."""
    if not one.is_custom:
        return _build_known_provider(resources, one)
    provider = ExternalProvider(
        client_id=one.client_id,
        authorization_url=one.authorization_url,
        token_url=one.token_url,
        userinfo_url=one.userinfo_url,
        scopes=tuple(one.scopes),
        secret=_unseal_client_secret(resources, one),
    )
    if not one.issuer:
        return provider
    found = await discover_endpoints(resources, one.issuer)
    return replace(
        provider,
        authorization_url=found.authorization_url,
        token_url=found.token_url,
        userinfo_url=found.userinfo_url,
        jwks_url=found.jwks_url,
        issuer=found.issuer,
        authenticates_in=found.authenticates_in,
    )


def get_provider_issuer(provider: ExternalProvider, one: SocialProvider) -> str:
    """The issuer of the provider's claims; a substitute for a provider without one."""
    if provider.issuer:
        return provider.issuer
    known = next((KNOWN_PROVIDERS[name] for name in PROVIDER_TYPES if name == one.id), None)
    if known and not one.is_custom:
        return known.issuer
    parts = urlsplit(provider.token_url)
    return f"{parts.scheme}://{parts.netloc}"


def _build_known_provider(resources: Resources, one: SocialProvider) -> ExternalProvider:
    name = next(name for name in PROVIDER_TYPES if name == one.id)
    known = KNOWN_PROVIDERS[name]
    provider = ExternalProvider(
        client_id=one.client_id,
        authorization_url=known.authorization_url,
        token_url=known.exchange_url,
        jwks_url=known.jwks_url,
        userinfo_url=known.userinfo_url,
        issuer=known.issuer if known.jwks_url else None,
        scopes=tuple(dict.fromkeys((*known.scopes, *one.scopes))),
        secret=_unseal_client_secret(resources, one),
        uses_pkce=known.uses_pkce,
        parameters=known.parameters,
    )
    return _apply_microsoft_directory(provider, one) if name == "microsoft" else provider


def _apply_microsoft_directory(provider: ExternalProvider, one: SocialProvider) -> ExternalProvider:
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


def _unseal_client_secret(resources: Resources, one: SocialProvider) -> str:
    if one.sealed_secret is None:
        return ""
    secret = SECRETS.open(resources[Box], one.id, one.sealed_secret).decode()
    if one.id != "apple" or one.is_custom:
        return secret
    try:
        return build_apple_client_secret(
            secret, team_id=one.team_id, key_id=one.key_id, client_id=one.client_id
        )
    except ValueError:
        raise ProviderFault("malformed", "The private key for Apple cannot be read") from None


def build_apple_client_secret(
    private_key: str, *, team_id: str, key_id: str, client_id: str
) -> str:
    """Build the client secret. Raises `ValueError` when the key is not an elliptic-curve key."""
    key = load_pem_private_key(private_key.encode(), None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ValueError("not a key for ES256")
    now = clock.now()
    claims = {
        "iss": team_id,
        "sub": client_id,
        "aud": APPLE_AUDIENCE,
        "iat": int(now.timestamp()),
        "exp": int((now + APPLE_SECRET_LASTS).timestamp()),
    }
    return jwt.encode({"alg": "ES256", "kid": key_id}, claims, ECKey.import_key(private_key))
