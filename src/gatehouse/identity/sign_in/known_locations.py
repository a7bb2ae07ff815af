"""Whether somebody asks from where the person has signed in before."""

from gatehouse.identity.sign_in.ip_location import KNOWN_FOR, place_of
from gatehouse.identity.sign_in.queries import IS_KNOWN_PLACE
from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Database
from gatehouse.kit.resources import Resources


async def counted_at(resources: Resources, subject: str, ip: str) -> str:
    """For the key of a limit: the place, where it is known; else nothing, so that all strangers share one
    count. Asks the database alike for everybody. Not with a connection held."""
    place = place_of(ip)
    async with resources[Database].one_statement() as db:
        known_since = clock.now() - KNOWN_FOR
        is_known = await IS_KNOWN_PLACE.one(db, token_hash(subject), place, known_since)
    return place if is_known else ""
