"""The identity of a custom provider, to detect that its settings now describe another provider."""

from collections.abc import Mapping
from typing import Any

from gatehouse.identity.social.errors import SocialFailed
from gatehouse.kit.db import Db
from gatehouse.vendor.social_providers import HOLD, SocialProvider


def authority_of(entry: Mapping[str, Any]) -> tuple[str, ...]:
    """The values that determine which user a subject is.

    An OpenID issuer never assigns a subject to two users (OpenID Connect Core 8), so the issuer alone is
    enough: a new client there changes nothing. A plain OAuth 2 server has no such guarantee. Another realm or
    tenant of it differs only in the path of an address, and ids may be counted per application, so the values
    are the three addresses with the client.
    """
    if entry["issuer"]:
        return (entry["issuer"].rstrip("/"),)
    return (
        entry["authorization_url"],
        entry["token_url"],
        entry["userinfo_url"],
        entry["client_id"],
    )


async def require_same_authority(db: Db, asked: SocialProvider) -> None:
    """Raises `SocialFailed` when the provider was changed to another one since the request: its response
    would be linked to the new one. Until the transaction ends, no change of the provider is saved."""
    if not asked.is_custom:
        return
    current = await HOLD.first(db, asked.id)
    if current is None or authority_of(vars(current)) != authority_of(vars(asked)):
        raise SocialFailed("Failed to authenticate")
