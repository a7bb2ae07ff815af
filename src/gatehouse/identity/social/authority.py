"""The identity of a custom provider, to detect that its settings now describe another provider: then the
accounts that are linked to it are unlinked."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from gatehouse.identity.external.queries import DELETE_LINKS
from gatehouse.identity.social.errors import SocialFailed
from gatehouse.identity.social.events import SocialProviderUnlinked
from gatehouse.kit.db import Db
from gatehouse.kit.events import Event
from gatehouse.vendor.document.section import Changes
from gatehouse.vendor.social_providers import CUSTOM_SOCIAL as WITHOUT_LINKS
from gatehouse.vendor.social_providers import HOLD, SocialProvider


def get_provider_authority(entry: Mapping[str, Any]) -> tuple[str, ...]:
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
    if current is None or get_provider_authority(vars(current)) != get_provider_authority(
        vars(asked)
    ):
        raise SocialFailed("Failed to authenticate")


async def unlink_changed_providers(db: Db, changes: Changes) -> Sequence[Event]:
    """Unlink the accounts of providers that were removed or have another authority: the same subject may be
    another user there. Their users are linked again by a verified address at their next sign-in.

    A new provider may have the name of one that an earlier version removed without unlinking.
    """
    events = []
    for key, (before, after) in changes.items():
        is_same = (
            before and after and get_provider_authority(before) == get_provider_authority(after)
        )
        if not is_same and (count := await DELETE_LINKS.run(db, "custom", key)):
            events.append(SocialProviderUnlinked(None, key, count))
    return events


CUSTOM_SOCIAL = replace(WITHOUT_LINKS, finish=unlink_changed_providers)
