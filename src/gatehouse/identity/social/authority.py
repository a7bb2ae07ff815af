"""What makes a custom provider the same provider as before."""

from collections.abc import Mapping
from typing import Any

from gatehouse.identity.social.errors import SocialFailed
from gatehouse.kit.db import Db
from gatehouse.vendor.social_providers.models import SocialProvider
from gatehouse.vendor.social_providers.queries import HOLD


def authority_of(entry: Mapping[str, Any]) -> tuple[str, ...]:
    """What decides which user a subject is.

    An OpenID issuer never gives a subject to two users (OpenID Connect Core 8), so it is the issuer alone: a
    new client there changes nothing. A plain OAuth 2 server promises nothing of the kind. Another realm or
    tenant of it differs in the path of an address only, and ids may be counted per application, so it is
    the three addresses with the client.
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
    """Raises `SocialFailed` when the provider that was asked is another one by now: what it said would be
    linked to the new one. Until the transaction ends, no change of it is saved."""
    if not asked.is_custom:
        return
    current = await HOLD.first(db, asked.id)
    if current is None or authority_of(vars(current)) != authority_of(vars(asked)):
        raise SocialFailed("Failed to authenticate")
