"""End a session by the link in the mail about it, without signing the user in."""

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.action_tokens import service as action_tokens
from gatehouse.identity.action_tokens.service import ActionTokenPurpose
from gatehouse.identity.factors import remembered_devices as remembered
from gatehouse.identity.new_locations import queries
from gatehouse.identity.new_locations.errors import SessionLinkExpired
from gatehouse.identity.passwords.attempt_queries import FORGET_PLACE
from gatehouse.identity.sessions.end_queries import END_GIVEN_SESSIONS
from gatehouse.identity.sessions.events import SessionsEnded
from gatehouse.identity.sign_in.ip_location import place_of
from gatehouse.kit import clock
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources

LINKS_PER_IP = RateLimit("new_places.link.ip", 60, 15)


async def end_by_link(db: Db, resources: Resources, client: Client, token: str) -> None:
    """End the session of the link and later sessions from the same client address: a step-up replaces a
    session, and the device may have signed in again. Works also when the session has already ended.
    Remembered browsers are deleted, so MFA is required again. Raises `SessionLinkExpired`."""
    await resources[RateLimiter].hit(LINKS_PER_IP, place_of(client.ip))
    owner = await action_tokens.owner_of(db, ActionTokenPurpose.END_SESSION, token)
    session_id = await queries.SESSION_OF_LINK.first(db, token_hash(token))
    link = (
        await action_tokens.use_action_token(db, ActionTokenPurpose.END_SESSION, owner, token)
        if owner
        else None
    )
    if link is None or not link.is_alive or session_id is None:
        raise SessionLinkExpired("This link is no longer valid")
    sessions = await queries.SINCE.all(db, session_id, link.user_id)
    first = next((one for one in sessions if one.is_first), None)
    if first is None:
        return
    place = place_of(first.ip)
    from_there = [one.id for one in sessions if place_of(one.ip) == place]
    await END_GIVEN_SESSIONS.run(db, link.user_id, from_there, clock.now())
    await FORGET_PLACE.run(db, token_hash(first.email), place)
    await remembered.forget_all(db, link.user_id)
    event = SessionsEnded(first.tenant_id, link.user_id, session_id)
    await announce_event(db, event, by=by_person(link.user_id, first.email, client))
