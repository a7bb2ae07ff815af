"""The link in the server's output that creates the first owner. The server creates it at each start, so this
module imports little."""

from datetime import timedelta

from gatehouse.kit import clock
from gatehouse.kit.crypto import new_token, token_hash
from gatehouse.kit.db import Command, Database, Query, Scope

LINK_HOURS = 24
PAGE = "/console/set-up"

HAS_OWNER = Query(bool, "select exists (select from staff where role = 'owner') as found")
FORGET = Command("delete from first_owner_links where expires_at <= $1")
ADD = Command("insert into first_owner_links (token_hash, expires_at) values ($1, $2)")


async def create_first_owner_link(database: Database) -> str | None:
    """The token of a new link; None where there is an owner."""
    now = clock.now()
    async with database.transaction(Scope.system()) as db:
        if await HAS_OWNER.one(db):
            return None
        token = new_token()
        await FORGET.run(db, now)
        await ADD.run(db, token_hash(token), now + timedelta(hours=LINK_HOURS))
    return token
