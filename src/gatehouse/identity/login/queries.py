from datetime import datetime
from uuid import UUID

from gatehouse.identity.login.models import Account
from gatehouse.identity.sessions.entry_queries import sso_required
from gatehouse.kit.db import Command, Query

# $1 address or user name, $2 its hash, $3 place, $4 how far back a place is known, $5 attempts by
# default (null: any number). Whoever is known is counted by their primary address, whatever was typed.
# A lock of a known place from before the password was changed is void: the owner has changed it. Policies
# are those of the tenants that the person has joined: anybody can invite anybody.
ACCOUNT = Query(
    Account,
    f"""
    select u.id as user_id, coalesce(u.email, $1) as email, coalesce(u.verified, false) as verified,
      p.hash, p.changed_at,
      (
        select m.tenant_id from memberships m
        where m.user_id = u.id and (m.activated or m.invited_by is null)
        order by (m.tenant_id = u.default_tenant_id) is true desc, m.created_at limit 1
      ) as home_tenant_id,
      coalesce(place.succeeded_at > $4, false) as is_known_place,
      case when p.user_id is null then nobody.locked_until else p.locked_until end
        as account_locked_until,
      case when p.changed_at > place.updated_at then null else place.locked_until end
        as place_locked_until,
      case when exists (select from memberships m where m.user_id = u.id and m.activated) then (
        select min(case when l.tenant_id is null then $5::int when l.enabled then l.max_attempts end)
        from memberships m left join lockout_policies l on l.tenant_id = m.tenant_id
        where m.user_id = u.id and m.activated
      ) else $5 end as max_attempts,
      {sso_required("coalesce(u.email, $1)")} as sso_required
    from (select gatehouse_user_of($1) as id) as asked
    left join users u on u.id = asked.id
    left join passwords p on p.user_id = u.id
    left join sign_in_attempts place
      on place.subject = coalesce(sha256(convert_to(u.email, 'UTF8')), $2) and place.address = $3
    left join sign_in_attempts nobody on nobody.subject = $2 and nobody.address = ''
    """,
)

# Counts one wrong password ($6 attempts are allowed, null: any number) where it belongs: at the known
# place, or at the account, or, when there is no such account, at the address alone. Gives the count.
# $7 is when counting at a known place begins anew: the last change of password, or a while ago.
COUNT_FAILURE = Query(
    int,
    """
    with place as (
      update sign_in_attempts a set updated_at = $4, failed_attempts = next.count,
        locked_until = case when next.count >= $6 then $5::timestamptz end
      from (
        select case when updated_at < $7 or locked_until <= $4 then 1 else failed_attempts + 1 end
          as count
        from sign_in_attempts where subject = $1 and address = $2 for update
      ) next
      where a.subject = $1 and a.address = $2 and $8::bool
      returning a.failed_attempts
    ),
    account as (
      update passwords p set
        failed_attempts = case when p.locked_until <= $4 then 1 else p.failed_attempts + 1 end,
        locked_until = case
          when (case when p.locked_until <= $4 then 1 else p.failed_attempts + 1 end) >= $6 then $5
          end
      where p.user_id = $3 and not $8::bool
      returning p.failed_attempts
    ),
    nobody as (
      insert into sign_in_attempts as a (subject, address, failed_attempts, updated_at)
      select $1, '', 1, $4
      where not $8::bool and not exists (select from passwords where user_id = $3)
      on conflict (subject, address) do update set updated_at = $4,
        failed_attempts = case when a.locked_until <= $4 then 1 else a.failed_attempts + 1 end,
        locked_until = case
          when (case when a.locked_until <= $4 then 1 else a.failed_attempts + 1 end) >= $6 then $5
          end
      returning a.failed_attempts
    )
    select failed_attempts from place
    union all select failed_attempts from account
    union all select failed_attempts from nobody
    """,
)

# The password fitted, and has not been changed since ($2): keep a stronger hash ($3), and whether it is
# known from a breach ($9). Whoever counts a
# failure of the account waits, and no row comes when too many others failed in the meantime: at the place
# ($6, of the address hash $5) when it is known ($7), since $8, else anywhere.
ACCEPT = Query(
    UUID,
    """
    update passwords p set hash = coalesce($3, p.hash),
      breached_at = case when $9::bool then coalesce(p.breached_at, $4::timestamptz) end
    where p.user_id = $1 and p.changed_at = $2
      and case when $7::bool then not exists (
          select from sign_in_attempts a
          where a.subject = $5 and a.address = $6 and a.locked_until > $4 and a.updated_at >= $8
        ) else p.locked_until is null or p.locked_until <= $4 end
    returning p.user_id
    """,
)

PASSWORD_CHANGED_AT = Query(datetime, "select changed_at from passwords where user_id = $1")

FORGET_ATTEMPTS = Command(
    "delete from sign_in_attempts where (subject, address) in (select subject, address"
    " from sign_in_attempts where updated_at < $1 order by updated_at limit $2)"
)
OLDEST_ATTEMPT = Query(datetime, "select min(updated_at) as updated_at from sign_in_attempts")
