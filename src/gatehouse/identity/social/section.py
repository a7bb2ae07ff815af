"""`[custom_social.<key>]`: the effect of a provider's change on the accounts that are linked to it."""

from collections.abc import Sequence
from dataclasses import replace

from gatehouse.identity.external.service import delete_links
from gatehouse.identity.social.authority import authority_of
from gatehouse.identity.social.events import SocialProviderUnlinked
from gatehouse.kit.db import Db
from gatehouse.kit.events import Event
from gatehouse.vendor.document.section import Changes
from gatehouse.vendor.social_providers import CUSTOM_SOCIAL as WITHOUT_LINKS


async def unlink_changed(db: Db, changes: Changes) -> Sequence[Event]:
    """Unlink the accounts of providers that were removed or have another authority: the same subject may be
    another user there. Their users are linked again by a verified address at their next sign-in.

    A new provider may have the name of one that an earlier version removed without unlinking.
    """
    events = []
    for key, (before, after) in changes.items():
        is_same = before and after and authority_of(before) == authority_of(after)
        if not is_same and (count := await delete_links(db, "custom", key)):
            events.append(SocialProviderUnlinked(None, key, count))
    return events


CUSTOM_SOCIAL = replace(WITHOUT_LINKS, finish=unlink_changed)
