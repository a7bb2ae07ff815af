"""End a lockout after wrong passwords."""

from gatehouse.access.client import Client
from gatehouse.audit.actors import by_person
from gatehouse.audit.service import announce_event
from gatehouse.identity.action_tokens import service as action_tokens
from gatehouse.identity.action_tokens.service import ActionTokenPurpose
from gatehouse.identity.passwords.attempt_queries import CLEAR_FAILURES
from gatehouse.identity.sign_in.ip_location import place_of
from gatehouse.identity.unlock import queries
from gatehouse.identity.unlock.errors import UnlockLinkOver
from gatehouse.identity.unlock.events import UserUnlocked
from gatehouse.kit.crypto import token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.rate_limit import RateLimit, RateLimiter
from gatehouse.kit.resources import Resources

LINKS_PER_IP = RateLimit("unlock.link.ip", 60, 15)


async def unlock_account(db: Db, resources: Resources, client: Client, token: str) -> None:
    """End the lockout, without signing the user in; a lock set by the vendor stays. Raises
    `UnlockLinkOver`."""
    await resources[RateLimiter].hit(LINKS_PER_IP, place_of(client.ip))
    owner = await action_tokens.owner_of(db, ActionTokenPurpose.UNLOCK, token)
    link = (
        await action_tokens.use_action_token(db, ActionTokenPurpose.UNLOCK, owner, token)
        if owner
        else None
    )
    holder = await queries.HOLDER.first(db, link.user_id) if link and link.is_alive else None
    if holder is None:
        raise UnlockLinkOver("This link is no longer valid")
    await CLEAR_FAILURES.run(db, holder.user_id, token_hash(holder.email))
    event = UserUnlocked(holder.tenant_id, holder.user_id)
    await announce_event(db, event, by=by_person(holder.user_id, holder.email, client))
