"""Endpoints and scopes of the built-in providers."""

from dataclasses import dataclass, field

from gatehouse.vendor.social_providers import ProviderType


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


_OPENID = ("openid", "email", "profile")
_MICROSOFT = "https://login.microsoftonline.com/{directory}"

KNOWN: dict[ProviderType, KnownProvider] = {
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

NAMES: dict[ProviderType, str] = {
    "google": "Google", "microsoft": "Microsoft", "github": "GitHub", "facebook": "Facebook",
    "apple": "Apple", "slack": "Slack", "linkedin": "LinkedIn",
}  # fmt: skip
