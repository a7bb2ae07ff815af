"""Known locations: whether the user has signed in from an IP address before."""

from gatehouse.identity.sign_in.ip_location import KNOWN_FOR, place_of
from gatehouse.identity.sign_in.queries import IS_KNOWN_PLACE
from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Database
from gatehouse.kit.resources import Resources


async def counted_at(resources: Resources, subject: str, ip: str) -> str:
    """The location for the key of a rate limit: the IP address or network if it is known for this user,
    otherwise empty, so that all unknown locations share one count. The query is equal for every user. Must
    not be called while a connection is held."""
    place = place_of(ip)
    async with resources[Database].one_statement() as db:
        known_since = clock.now() - KNOWN_FOR
        is_known = await IS_KNOWN_PLACE.one(db, token_hash(subject), place, known_since)
    return place if is_known else ""
