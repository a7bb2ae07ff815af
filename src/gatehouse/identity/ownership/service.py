"""Anybody can sign up with anybody's address. Who proves it gets the account, and nothing that the one
before them left in it opens it any more: no password, phone number, second factor, token or session. What
they said of the person is forgotten."""

from uuid import UUID

from gatehouse.directory.users import service as users
from gatehouse.identity.ownership import queries
from gatehouse.identity.sessions.end import end_all_sessions
from gatehouse.kit.db import Db


async def become_owner(
    db: Db,
    user_id: UUID,
    *,
    keeps_number: bool = False,
    keeps_metadata: bool = False,
    by_mail: bool = True,
) -> None:
    """The address is proved now. `keeps_number`, `keeps_metadata`: whoever gave them has proved it.
    `by_mail`: and nobody else can have done so, as by a link that the vendor was given. Needs the system
    scope."""
    await queries.FORGET_STRANGER.run(db, user_id)
    if not keeps_number:
        await queries.DROP_NUMBER.run(db, user_id)
    if not keeps_metadata:
        await queries.DROP_METADATA.run(db, user_id)
    await end_all_sessions(db, user_id, reason="address_verified")
    await users.mark_verified(db, user_id)
    if by_mail:
        await users.prove(db, user_id)


async def prove_again(db: Db, user_id: UUID) -> None:
    """Whoever reads the mail of an address that only the vendor has vouched for goes on alone: sessions that
    others may have there end. Needs the system scope."""
    if await users.prove(db, user_id):
        await end_all_sessions(db, user_id, reason="address_verified")


async def forget_before_proof(db: Db, user_id: UUID) -> None:
    """Nothing from before the person proved an address that the vendor had vouched for opens the account any
    more. Needs the system scope."""
    await queries.FORGET_BEFORE_PROOF.run(db, user_id)


async def activate_own(db: Db, user_id: UUID) -> list[UUID]:
    """The tenants that the person opened are theirs from now on; which these are. What others invited them
    to waits for its own link."""
    return await queries.ACTIVATE_OWN.all(db, user_id)
