"""Statements that give what was person $1's to person $2. They need the system scope, and whoever runs them
holds both people and the turns of all accounts of the one who goes."""

from uuid import UUID

from gatehouse.kit.db import Command, Query

HELD_PLACES = Query(
    UUID, "select tenant_id from memberships where user_id = $1 order by tenant_id limit 2000"
)
# Also against whoever brings one of them into an account at this moment.
LOCK_PEOPLE = Query(UUID, "select id from users where id = any ($1::uuid[]) order by id for update")

# How somebody stands to the vendor's own things, or is such a thing, by their id. Where the other stood so
# too it lasts as long as either did; of two times apart it is the other's. How the two stood to each other is
# said of nobody any more.
MOVE_RELATIONS = Command(
    """
    with moved as (
      delete from relation_assignments
      where subject_key = $1::uuid::text or target_key = $1::uuid::text returning *
    ), renamed as (
      select target_type_key,
        case target_key when $1::uuid::text then $2::uuid::text else target_key end as target_key,
        relation_key, subject_type_key,
        case subject_key when $1::uuid::text then $2::uuid::text else subject_key end as subject_key,
        active_from, active_until, created_at
      from moved
    )
    insert into relation_assignments as kept (target_type_key, target_key, relation_key, subject_type_key,
      subject_key, active_from, active_until, created_at)
    select target_type_key, target_key, relation_key, subject_type_key, subject_key, active_from,
      active_until, created_at
    from renamed where target_key <> subject_key
    on conflict (target_type_key, target_key, relation_key, subject_type_key, subject_key) do update set
      active_from = case when kept.active_from is not null and excluded.active_from is not null
        then least(kept.active_from, excluded.active_from) end,
      active_until = case when kept.active_until is not null and excluded.active_until is not null
        then greatest(kept.active_until, excluded.active_until) end
      where coalesce(kept.active_from <= excluded.active_until, true)
        and coalesce(excluded.active_from <= kept.active_until, true)
    """
)

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
# A number that both typed, and one has proved, is proved.
DROP_SAME_NUMBERS = Command(
    """
    delete from phone_numbers b where b.user_id = $2 and b.verified_at is null and exists (
      select from phone_numbers a
      where a.user_id = $1 and a.phone_number = b.phone_number and a.verified_at is not null)
    """
)
MOVE_NUMBERS = Command(
    """
    update phone_numbers set user_id = $2, replaces_until = null
    where user_id = $1 and verified_at is not null
    """
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
# Those that ended now ($3): applications are told of it by a job that reads the session.
KEEP_ENDED = Command("update sessions set user_id = $2 where user_id = $1 and ended_at >= $3")
