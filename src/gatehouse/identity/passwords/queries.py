"""Statements on passwords."""

from typing import LiteralString

from gatehouse.identity.ownership.user_rows import UserRows
from gatehouse.identity.passwords.models import PasswordOwner, ReachableUser, ResetCandidate
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

# The tenant is for the audit: none that only invited the user, because it would learn of the account.
_PERSON: LiteralString = """
  select u.id, u.email, u.name, u.verified, (
      select m.tenant_id from memberships m
      where m.user_id = u.id and (m.activated or m.invited_by is null)
      order by (m.tenant_id = u.default_tenant_id) is true desc, m.created_at limit 1
    ) as tenant_id
  from users u
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
