from typing import LiteralString
from uuid import UUID

from gatehouse.identity.signup.models import SignupEmailHolder, SignupRules
from gatehouse.kit.db import Command, Query

RULES = Query(
    SignupRules,
    "select name as product, allow_signups as is_open,"
    " allow_not_verified_users_login as may_enter_unverified from vendor",
)

_HOLDER: LiteralString = """
  select u.id, u.email, u.name, u.verified, exists (
      select from memberships m join tenants t on t.id = m.tenant_id and t.deleted_at is null
      where m.user_id = u.id and m.activated
    ) as belongs
  from users u
"""

HOLDER_BY_EMAIL = Query(SignupEmailHolder, f"{_HOLDER} where u.id = gatehouse_person_of($1)")

HOLDER = Query(SignupEmailHolder, f"{_HOLDER} where u.id = $1")

# A company that a sign-up with these names ($2, $3) and nothing else has opened for user $1 and that was
# never entered.
SAME_REQUEST = Query(
    UUID,
    """
    select s.tenant_id from sign_up_requests s
    join memberships m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
    join tenants t on t.id = s.tenant_id and t.deleted_at is null
    where s.user_id = $1 and s.opened_company and not m.activated and not m.is_disabled
      and s.name = $2 and s.company_name = $3 and s.phone_number is null and s.metadata = '{}'
    order by s.created_at desc limit 1
    """,
)

BEGIN_REHEARSAL = Command("savepoint rehearsal")
UNDO_REHEARSAL = Command("rollback to savepoint rehearsal")

# The tenant's name, if users may join it without an invitation and it has all of these roles.
PLACE = Query(
    str,
    """
    select t.name from tenants t
    where t.id = $1 and t.deleted_at is null and t.suspended_at is null and not exists (
      select from staff s join users u on u.id = s.user_id where u.default_tenant_id = t.id
    ) and not exists (
      select from unnest($2::uuid[]) wanted (id) where not exists (
        select from roles r where r.id = wanted.id and coalesce(r.tenant_id, t.id) = t.id)
    )
    """,
)
