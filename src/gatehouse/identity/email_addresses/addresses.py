"""Ownership of addresses and the effects of a changed primary address, independent of the caller. Needs
the system scope."""

from hashlib import md5
from uuid import UUID

from gatehouse.directory.people.membership_queries import KEEP_INVITED_EMAIL
from gatehouse.directory.users.queries import SET_EMAIL
from gatehouse.identity.action_tokens.queries import END_LINKS_OF_USER
from gatehouse.identity.email_addresses import queries
from gatehouse.identity.email_addresses.errors import EmailAddressTaken
from gatehouse.identity.email_addresses.models import PrimaryAddressOwner
from gatehouse.identity.mails import service as mails
from gatehouse.identity.one_time_codes.queries import DELETE_CODES_OF_RECIPIENT
from gatehouse.identity.passwordless.queries import END_MAGIC_LINKS_OF_USER
from gatehouse.identity.sessions.service import end_all_sessions
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources


def derive_address_id(user_id: UUID, address: str) -> UUID:
    """The id of an address, computed as the database does for a primary one."""
    return UUID(bytes=md5(f"{user_id}:{address}".encode(), usedforsecurity=False).digest())


async def lock_addresses(db: Db, *addresses: str) -> None:
    """Lock the addresses until the transaction ends. The order is fixed to prevent deadlocks."""
    for address in sorted(addresses):
        await queries.LOCK_ADDRESS.one(db, address)


async def find_address_owner(db: Db, address: str) -> UUID | None:
    """The account that has the address, as its primary one or verified besides."""
    return await queries.PERSON_OF.first(db, address)


async def claim_address(db: Db, user_id: UUID, address: str) -> None:
    """Reserve the address for the user until the transaction ends. Raises `EmailAddressTaken` when it
    belongs to another account. Call it before the user is locked."""
    await queries.LOCK_ADDRESS.one(db, address)
    if await find_address_owner(db, address) not in (None, user_id):
        raise EmailAddressTaken("Another account uses this address")


async def replace_primary_address(
    db: Db,
    resources: Resources,
    owner: PrimaryAddressOwner,
    address: str,
    *,
    proved: bool,
    keep_old: bool,
    except_session: UUID | None = None,
    notify_old: bool = True,
) -> None:
    """Replace the primary address. The earlier mailbox is notified, unless it may belong to another user
    by now. Links that were mailed there stop working, and other sessions end."""
    now = clock.now()
    await KEEP_INVITED_EMAIL.run(db, owner.id, owner.email)
    await queries.DROP.run(db, owner.id, address)
    await SET_EMAIL.run(db, owner.id, address, now, proved)
    if keep_old and owner.verified:
        await queries.ADD_VERIFIED.run(
            db, derive_address_id(owner.id, owner.email), owner.id, owner.email, now
        )
    await END_LINKS_OF_USER.run(db, owner.id, now)
    await END_MAGIC_LINKS_OF_USER.run(db, owner.id, now)
    await DELETE_CODES_OF_RECIPIENT.run(db, owner.id, owner.email)
    await end_all_sessions(db, owner.id, reason="email_changed", except_session=except_session)
    if notify_old:
        await mails.send_mail(db, resources, "email-changed", owner.email, name=owner.name)
