"""Statements on wrong passwords: failure counts, and which accounts and locations are locked out."""

from datetime import datetime
from uuid import UUID

from gatehouse.kit.db import Command, Query

# Counts one wrong password ($6 attempts are allowed, null: any number) for the known location, or for the
# account, or, when there is no such account, for the address alone. Returns the count. $7 is when counting
# at a known location begins anew: the last change of password, or a while ago.
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

# Accept a password that was correct and has not been changed since ($2): store a stronger hash ($3), and
# whether it is known from a breach ($9). Waits for concurrent failures of the account, and returns no row
# when too many failed in the meantime: at the location ($6, of the address hash $5) when it is known ($7),
# since $8, else anywhere.
ACCEPT_PASSWORD = Query(
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

# Failures count for the account and for each location from which it was signed in to. A lock set by the
# vendor is separate and stays.
CLEAR_FAILURES = Command(
    """
    with account as (
      update passwords set failed_attempts = 0, locked_until = null where user_id = $1
    )
    update sign_in_attempts set failed_attempts = 0, locked_until = null
    where subject = $2 and locked_until is not null
    """
)

DELETE_ATTEMPTS_OF_USER = Command(
    """
    delete from sign_in_attempts where updated_at < $2
      and subject = any (array(select sha256(convert_to(w, 'UTF8')) from unnest($1::text[]) w))
    """
)

OLDEST_ATTEMPT = Query(datetime, "select min(updated_at) as updated_at from sign_in_attempts")

DELETE_OLD_ATTEMPTS = Command(
    "delete from sign_in_attempts where (subject, address) in (select subject, address"
    " from sign_in_attempts where updated_at < $1 order by updated_at limit $2)"
)

CLEAR_FAILURES_OF_ACCOUNT = Command(
    "update passwords set failed_attempts = 0, locked_until = null where user_id = $1"
)

# Forget the location $2, of the address hash $1: the next sign-in from there is reported again.
FORGET_PLACE = Command(
    "update sign_in_attempts set succeeded_at = null where subject = $1 and address = $2"
)
