"""New people of a bulk request, in one transaction."""

from collections.abc import Sequence
from typing import Any

from gatehouse.kit.errors import DomainError
from gatehouse.scim.caller import DirectoryCall
from gatehouse.scim.protocol.documents import read_resource
from gatehouse.scim.protocol.schemas import USER
from gatehouse.scim.users import batching, new_users
from gatehouse.scim.users.models import ScimUser


async def bring_in(call: DirectoryCall, documents: Sequence[Any]) -> list[ScimUser | None]:
    """None for whoever has to be looked at alone, and is answered or refused there: what is wrong with one,
    or happens at the same moment, is no other's."""
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
