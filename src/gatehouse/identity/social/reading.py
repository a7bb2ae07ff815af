"""Converts a provider's claims to an identity. The claims differ between providers."""

from typing import Any

from gatehouse.identity.external.errors import ProviderFault
from gatehouse.identity.external.fetching import get_json
from gatehouse.identity.external.models import ExternalIdentity, ExternalProvider, ProviderTokens
from gatehouse.identity.social.providers import (
    KNOWN_PROVIDERS,
    get_provider_issuer,
    get_provider_kind,
)
from gatehouse.kit.resources import Resources
from gatehouse.vendor.social_providers import SocialProvider

# Microsoft's directory of personal accounts, whose addresses Microsoft has verified itself.
PERSONAL_ACCOUNTS = "9188040d-6c67-4c5b-b112-36a304b66dad"
SLACK_TEAM = "https://slack.com/team_id"
LONGEST_SUBJECT, LONGEST_TEXT = 255, 500
TRUE = (True, 1, "true", "1")


def build_social_identity(
    one: SocialProvider, provider: ExternalProvider, claims: dict[str, Any]
) -> ExternalIdentity:
    """Build the identity from the claims. Raises `ProviderFault` when they name no subject."""
    return ExternalIdentity(
        kind=get_provider_kind(one),
        provider=one.id,
        issuer=str(claims.get("iss") or get_provider_issuer(provider, one))
        if provider.is_openid
        else get_provider_issuer(provider, one),
        subject=_read_subject(one, claims),
        email=_storable_text_or_none(claims.get("email")),
        email_verified=one.trusts_addresses or _is_email_verified(one, claims),
        name=_storable_text_or_none(claims.get("name")),
    )


def _storable_text_or_none(value: Any) -> str | None:
    """A text that can be stored, else None. Whether it is an address or a name is checked later."""
    is_text = isinstance(value, str) and 0 < len(value) <= LONGEST_TEXT and "\x00" not in value
    return value if is_text else None


def _read_subject(one: SocialProvider, claims: dict[str, Any]) -> str:
    found = claims.get("sub") or claims.get("id")
    is_name = isinstance(found, str | int) and not isinstance(found, bool)
    if one.id == "slack" and not one.is_custom and is_name and claims.get(SLACK_TEAM):
        found = f"{claims[SLACK_TEAM]}:{found}"  # Slack's ids are unique within a team only
    subject = str(found) if is_name else ""
    if not 0 < len(subject) <= LONGEST_SUBJECT or "\x00" in subject:
        raise ProviderFault("subject", "The provider did not return the user's ID")
    return subject


def _is_email_verified(one: SocialProvider, claims: dict[str, Any]) -> bool:
    if not one.is_custom and one.id == "microsoft":
        return claims.get("tid") == PERSONAL_ACCOUNTS or _is_true_claim(claims.get("xms_edov"))
    if not one.is_custom and one.id in ("facebook", "slack"):
        return False
    return _is_true_claim(claims.get("email_verified"))


def _is_true_claim(value: Any) -> bool:
    """Whether the claim is true. Apple and Microsoft also send it as text or a number."""
    return any(value is one or (type(value) is type(one) and value == one) for one in TRUE)


async def add_github_addresses(
    resources: Resources, one: SocialProvider, claims: dict[str, Any], tokens: ProviderTokens
) -> dict[str, Any]:
    """Add the addresses from GitHub's separate endpoint, with their verification."""
    if one.is_custom or one.id != "github":
        return claims
    url = KNOWN_PROVIDERS["github"].addresses_url or ""
    bearer = {"authorization": f"Bearer {tokens.access_token}"}
    found = await get_json(resources, url, bearer)
    listed = (
        [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []
    )
    primary: dict[str, Any] = next((entry for entry in listed if entry.get("primary") is True), {})
    return {
        **claims,
        "name": claims.get("name") or claims.get("login"),
        "email": primary.get("email"),
        "email_verified": primary.get("verified"),
    }
