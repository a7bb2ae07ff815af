"""Statements on passwords."""

from typing import LiteralString
from uuid import UUID

from gatehouse.identity.ownership.user_rows import UserRows
from gatehouse.identity.passwords.models import PasswordOwner, ReachableUser, ResetCandidate
from gatehouse.identity.sign_in.queries import AUDIT_TENANT, compose_not_locked
from gatehouse.kit.db import Command, Query

# In a tenant's scope the names and policies of the user's other tenants are not visible. Tenants that only
# invited the user do not count, except for the name of the one that is being joined ($2).
OWNER = Query(
    PasswordOwner,
    """
    with policy as (
      select coalesce(max(case
          when p.tenant_id is null then
            case when v.password_history_enabled then v.password_history_size end
          when p.enabled then p.history_size
        end), 0) as history_size
      from vendor v cross join memberships m
      left join password_history_policies p on p.tenant_id = m.tenant_id
      where m.user_id = $1 and m.activated
    )
    select u.email, u.name, vendor.name as product, policy.history_size, pw.hash as current_hash,
      array(
        select t.name from memberships m join tenants t on t.id = m.tenant_id
        where m.user_id = u.id and (m.activated or m.tenant_id = $2::uuid)
      ) as companies,
      array(
        select h.hash from password_history h where h.user_id = u.id
        order by h.replaced_at desc limit greatest(policy.history_size - 1, 0)
      ) as earlier_hashes
    from users u cross join vendor cross join policy
    left join passwords pw on pw.user_id = u.id
    where u.id = $1
    """,
)
HASH = Query(str, "select hash from passwords where user_id = $1")

# The replaced password joins the history, which keeps no more than the policy asks for ($4; 0: none).
# A new password also ends a lockout. Where $5 is given and is no longer the stored hash nothing is stored.
SET = Command(
    """
    with forgotten as (
      delete from password_history where user_id = $1 and replaced_at not in (
        select h.replaced_at from password_history h where h.user_id = $1
        order by h.replaced_at desc limit greatest($4::int - 2, 0)
      )
    ), kept as (
      insert into password_history (user_id, hash, replaced_at)
      select user_id, hash, $3 from passwords where user_id = $1 and $4 > 1
    )
    insert into passwords (user_id, hash, changed_at) values ($1, $2, $3)
    on conflict (user_id) do update set
      hash = excluded.hash, changed_at = excluded.changed_at, failed_attempts = 0, locked_until = null,
      breached_at = null
    where $5::text is null or passwords.hash = $5
    """,
)

_PERSON: LiteralString = f"""
  select u.id, u.email, u.name, u.verified, {AUDIT_TENANT} as tenant_id from users u
"""

# One phone would be both the password and the MFA factor, so users with MFA reset by mail. A number that is
# about to replace others is not verified yet.
_REACHABLE: LiteralString = """
  select u.id, u.email, n.phone_number, u.default_tenant_id as tenant_id
  from users u join phone_numbers n on n.user_id = u.id and n.verified_at is not null
  where u.verified and not u.mfa_enrolled
"""
REACHABLE_BY_EMAIL = Query(
    ReachableUser,
    f"{_REACHABLE} and u.id = gatehouse_person_of($1) order by n.verified_at desc, n.id limit 1",
)
REACHABLE_BY_NUMBER = Query(ReachableUser, f"{_REACHABLE} and n.phone_number = $1 limit 1")
BY_IDENTIFIER = Query(ResetCandidate, f"{_PERSON} where u.id = gatehouse_user_of($1)")
BY_NUMBER = Query(
    ResetCandidate,
    f"""{_PERSON} where u.id = (
      select n.user_id from phone_numbers n
      where n.phone_number = $1 and n.verified_at is not null limit 1
    )""",
)

# Members ($1) with a password that is known from a breach, after the user $2; at most $3.
BREACHED = Query(
    ResetCandidate,
    """
    select u.id, u.email, u.name, u.verified, m.tenant_id
    from passwords p
    join memberships m on m.tenant_id = $1 and m.user_id = p.user_id and m.activated
      and not m.is_disabled
    join users u on u.id = p.user_id
    where p.breached_at is not null and p.user_id > $2
    order by p.user_id limit $3
    """,
)
BY_ID = Query(ResetCandidate, f"{_PERSON} where u.id = $1")
PASSWORD_ROWS = UserRows("passwords", made_at="changed_at")

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
    of_subject as (
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
    union all select failed_attempts from of_subject
    """,
)

# Accept a password that was correct and has not been changed since ($2): store a stronger hash ($3), and
# whether it is known from a breach ($8). Waits for concurrent failures of the account, and returns no row
# when too many failed in the meantime: at the location ($6, of the address hash $5) when it is known ($7),
# else anywhere.
ACCEPT_PASSWORD = Query(
    UUID,
    f"""
    with accepted as (
      select p.user_id from passwords p
      where p.user_id = $1 and p.changed_at = $2 and {compose_not_locked("$7", "$5", "$6", "$4")}
      for no key update
    ),
    renewed as (
      update passwords p set hash = coalesce($3, p.hash),
        breached_at = case when $8::bool then coalesce(p.breached_at, $4::timestamptz) end
      from accepted
      where p.user_id = accepted.user_id and ($3::text is not null or $8 <> (p.breached_at is not null))
    )
    select user_id from accepted
    """,
)

# After a sign-in from an unknown location, while failures have locked nothing.
FORGIVE_FAILURES = Command(
    """
    update passwords set failed_attempts = 0, locked_until = null
    where user_id = $1 and (locked_until > $2) is not true
    """
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
CLEAR_FAILURES_OF_ACCOUNT = Command(
    "update passwords set failed_attempts = 0, locked_until = null where user_id = $1"
)

# Forget the location $2, of the address hash $1: the next sign-in from there is reported again.
FORGET_PLACE = Command(
    "update sign_in_attempts set succeeded_at = null where subject = $1 and address = $2"
)
ADD_IMPORTED_PASSWORDS = Command(
    """
    insert into passwords (user_id, hash, changed_at)
    select * from unnest($1::uuid[], $2::text[]) as p (user_id, hash) cross join (select $3::timestamptz) t
    """
)

# A later file may set the hash of a member who has no password: one who has never signed in, has no other
# sign-in method, and belongs to this tenant alone, so that a file of one tenant gives no access to others.
ADD_MISSING_PASSWORDS = Query(
    UUID,
    """
    insert into passwords (user_id, hash, changed_at)
    select p.user_id, p.hash, $4
    from unnest($1::uuid[], $2::uuid[], $3::text[]) as p (tenant_id, user_id, hash)
    join memberships m on m.tenant_id = p.tenant_id and m.user_id = p.user_id
    join users u on u.id = p.user_id
    where m.last_seen_at is null and u.last_login_at is null
      and not exists (
        select from memberships o where o.user_id = p.user_id and o.tenant_id <> p.tenant_id)
      and not exists (select from sessions s where s.user_id = p.user_id)
      and not exists (select from external_identities e where e.user_id = p.user_id)
      and not exists (select from user_source_users s where s.user_id = p.user_id)
      and not exists (select from webauthn_credentials w where w.user_id = p.user_id)
    order by p.user_id
    on conflict do nothing
    returning user_id
    """,
)
