"""Statements that give what was person $1's to person $2. They need the system scope, and whoever runs them
holds both people and the turns of all accounts of the one who goes."""

from uuid import UUID

from gatehouse.kit.db import Command, Query

HELD_PLACES = Query(
    UUID, "select tenant_id from memberships where user_id = $1 order by tenant_id limit 2000"
)
# Also against whoever brings one of them into an account at this moment.
LOCK_PEOPLE = Query(UUID, "select id from users where id = any ($1::uuid[]) order by id for update")

# Claims take turns at the license.
LOCK_LICENSES = Query(
    UUID,
    """
    select l.id from licenses l where l.tenant_id = any ($1::uuid[]) and l.id in (
      select s.license_id from license_seats s where s.tenant_id = any ($1) and s.kind = 'user'
        and (s.holder = $2 or lower(s.holder) = any ($3::text[]))
    ) order by l.id for update
    """,
)

# What others made of the first one's doing stays; an account's own tokens were made for the account.
MOVE_OWN_THINGS = Command(
    """
    with identities as (
      update external_identities set user_id = $2 where user_id = $1
    ), names as (
      update usernames set user_id = $2 where user_id = $1
        and not exists (select from usernames n where n.user_id = $2)
    ), tokens as (
      update api_tokens set created_by = $2 where created_by = $1 and owner_id is null
    ), home as (
      update users u set updated_at = $3, default_tenant_id = coalesce(u.default_tenant_id, (
        select a.default_tenant_id from users a where a.id = $1))
      where u.id = $2
    ), asked as (
      update merge_requests set goes_id = null where goes_id = $1 and status <> 'waiting'
    )
    update merge_requests set stays_id = $2 where stays_id = $1
    """
)
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
# What erasing and exporting the second one has to find. Who was part of the first is part of the second.
KEEP_FORMER = Command(
    """
    with before as (
      update former_people set user_id = $2 where user_id = $1
    )
    insert into former_people (former_id, user_id, name, created_at)
    select id, $2, name, created_at from users where id = $1
    """
)
