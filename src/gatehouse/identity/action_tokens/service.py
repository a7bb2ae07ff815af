"""Issue and use the tokens of mailed links: 256 bits, stored hashed, for one purpose, used once. Reading
a link changes nothing, because mail scanners open links too."""

from datetime import timedelta
from uuid import UUID

from gatehouse.identity.action_tokens import queries
from gatehouse.identity.action_tokens.models import ActionToken, ActionTokenPurpose, TenantLink
from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token, token_hash
from gatehouse.kit.db import Db
from gatehouse.kit.db.locks import Lock, take_lock
from gatehouse.kit.purge import declare_purge

HOURS = {
    ActionTokenPurpose.ACTIVATE: 72,
    ActionTokenPurpose.INVITE: 72,
    ActionTokenPurpose.RESET_PASSWORD: 1,
    ActionTokenPurpose.UNLOCK: 1,
    ActionTokenPurpose.END_SESSION: 72,
}
# Kept so long to tell used links from unknown ones.
EXPIRED_LINKS = declare_purge("action_tokens", job="action_tokens.forget", cron="23 * * * *",
    key="token_hash", kept_for=timedelta(days=30),
)  # fmt: skip


async def issue_action_token(
    db: Db,
    purpose: ActionTokenPurpose,
    user_id: UUID,
    tenant_id: UUID | None = None,
    *,
    session_id: UUID | None = None,
    mailed: bool = False,
) -> str:
    """Issue a token; earlier ones stay valid until one is used. `session_id`: the session that the link
    ends. `mailed`: the token is sent to the user's mailbox only, so using it verifies the address."""
    token, now = new_token(), clock.now()
    expires_at = now + timedelta(hours=HOURS[purpose])
    await queries.ADD.run(
        db, token_hash(token), purpose, user_id, tenant_id, expires_at, now, mailed, session_id
    )
    return token


async def find_action_token(
    db: Db, purpose: ActionTokenPurpose, user_id: UUID, token: str
) -> ActionToken | None:
    """Find a link, valid or not. None when there never was such a link."""
    return await queries.LINK.first(db, token_hash(token), clock.now(), purpose, user_id)


async def use_token_of_any_user(
    db: Db, purpose: ActionTokenPurpose, token: str
) -> ActionToken | None:
    """Use a link that does not contain the user's id. None when it is not valid."""
    owner = await queries.OWNER.first(db, token_hash(token), purpose)
    link = await use_action_token(db, purpose, owner, token) if owner else None
    return link if link and link.is_alive else None


async def find_tenant_link(db: Db, token: str) -> TenantLink | None:
    """The user and tenant of a valid link into a tenant; None for any other text."""
    link = await queries.LINK_INTO_TENANT.first(db, token_hash(token), clock.now())
    if link is None or link.tenant_id is None or not link.is_alive:
        return None
    return TenantLink(link.user_id, link.tenant_id)


async def use_action_token(
    db: Db, purpose: ActionTokenPurpose, user_id: UUID, token: str
) -> ActionToken | None:
    """Find a link; a valid token is used up with its siblings when the transaction commits."""
    await lock_action_links(db, user_id)
    link = await find_action_token(db, purpose, user_id, token)
    if link and link.is_alive:
        await queries.USE.run(db, user_id, purpose, link.tenant_id, clock.now(), token_hash(token))
    return link


async def lock_action_links(db: Db, user_id: UUID) -> None:
    """Lock the user's links until the transaction ends, against use and against other callers of this
    lock."""
    await take_lock(db, Lock.ACTION_LINKS, user_id)
