"""Whom to tell by mail what concerns the vendor itself."""

from gatehouse.kit.db import Db, Query

MOST_TOLD = 20
ADDRESSES = Query(
    str,
    """
    select u.email from staff s join users u on u.id = s.user_id
    where s.role = 'owner' order by u.email limit $1
    """,
)


async def some_owners(db: Db) -> list[str]:
    """Addresses of those who own this installation, 20 at most; in the system scope."""
    return await ADDRESSES.all(db, MOST_TOLD)
