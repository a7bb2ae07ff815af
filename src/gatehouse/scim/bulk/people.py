"""Creates the new users of a bulk request in one transaction."""

from collections.abc import Sequence
from typing import Any

from gatehouse.kit.errors import DomainError
from gatehouse.scim.caller import DirectoryCall
from gatehouse.scim.protocol.documents import read_resource
from gatehouse.scim.protocol.schemas import USER
from gatehouse.scim.users import batching, new_users
from gatehouse.scim.users.models import ScimUser


async def bring_in(call: DirectoryCall, documents: Sequence[Any]) -> list[ScimUser | None]:
    """Create the users together. None for a user that must be handled alone, and is created or refused there,
    so that an invalid or conflicting user does not affect the others."""
    sent = {
        place: one for place, one in enumerate(map(_read_new_user, documents)) if one is not None
    }
    brought: list[ScimUser | None] = [None] * len(documents)
    made = await batching.bring_in(call, list(sent.values()))
    for place, user in zip(sent, made, strict=True):
        brought[place] = user
    return brought


def _read_new_user(document: Any) -> new_users.SentUser | None:
    try:
        return new_users.SentUser.read(read_resource(USER, document))
    except DomainError:
        return None
