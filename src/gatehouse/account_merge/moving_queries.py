"""Statements that move data of user $1 to user $2. They need the system scope; the caller must hold the locks
of both users and of all tenants of the user who is merged."""

from uuid import UUID

from gatehouse.kit.db import Command, Query

HELD_PLACES = Query(
    UUID, "select tenant_id from memberships where user_id = $1 order by tenant_id limit 2000"
)
# Also blocks a concurrent addition of one of them to a tenant.
LOCK_PEOPLE = Query(UUID, "select id from users where id = any ($1::uuid[]) order by id for update")

# Serializes seat claims at the license.
LOCK_LICENSES = Query(
    UUID,
    """
    select l.id from licenses l where l.tenant_id = any ($1::uuid[]) and l.id in (
      select s.license_id from license_seats s where s.tenant_id = any ($1) and s.kind = 'user'
        and (s.holder = $2 or lower(s.holder) = any ($3::text[]))
    ) order by l.id for update
    """,
)

CLEAR_MERGED_USER = Command(
    "update merge_requests set goes_id = null where goes_id = $1 and status <> 'waiting'"
)
FOLLOW_MERGED_USER = Command("update merge_requests set stays_id = $2 where stays_id = $1")
# The primary one first.
ADDRESSES = Query(
    str,
    """
    select known.email from (
      select u.email, 0 as place from users u where u.id = $1
      union all
      select e.email, 1 from user_emails e where e.user_id = $1 and e.verified_at is not null
    ) known order by known.place, known.email limit 50
    """,
)
# For erasure and export of the remaining user: former ids of the merged user are passed on.
KEEP_FORMER = Command(
    """
    with before as (
      update former_people set user_id = $2 where user_id = $1
    )
    insert into former_people (former_id, user_id, name, created_at)
    select id, $2, name, created_at from users where id = $1
    """
)
