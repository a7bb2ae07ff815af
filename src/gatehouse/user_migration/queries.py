"""Statements on the users of one tenant who move to another. They need the system scope."""

from uuid import UUID

from gatehouse.kit.db import Command, Query

STAFF_IN = Query(
    UUID,
    "select s.user_id from staff s join memberships m using (user_id) where m.tenant_id = $1",
)

# The next members behind $3 who were there at $4; with the staff if $5.
MEMBERS_AFTER = Query(
    UUID,
    """
    select m.user_id from memberships m
    where m.tenant_id = $1 and m.user_id > $3 and m.created_at <= $4
      and ($5::bool or not exists (select from staff s where s.user_id = m.user_id))
    order by m.user_id limit $2::bigint
    """,
)

# Their sign-ins of this moment are waited for, so that they count as from before.
LOCK_USERS = Command("select from users where id = any ($1::uuid[]) order by id for no key update")
