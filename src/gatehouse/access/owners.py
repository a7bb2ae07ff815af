"""Recipients of mails that concern the vendor itself."""

from gatehouse.kit.db import Db, Query

MOST_TOLD = 20
ADDRESSES = Query(
    str,
    """
    select u.email from staff s join users u on u.id = s.user_id
    where s.role = 'owner' order by u.email limit $1
    """,
)


async def list_owner_emails(db: Db) -> list[str]:
    """Email addresses of the owners of this installation, at most 20; in the system scope."""
    return await ADDRESSES.all(db, MOST_TOLD)
