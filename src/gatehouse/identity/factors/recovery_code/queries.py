from gatehouse.identity.factors.recovery_code.models import RecoveredAccount
from gatehouse.identity.ownership.user_rows import UserRows
from gatehouse.kit.db import Command, Query

# Replaces the earlier code.
SET = Command(
    """
    insert into recovery_codes (user_id, code_hash, created_at) values ($1, $2, $3)
    on conflict (user_id) do update set code_hash = $2, created_at = $3
    """
)
HAS = Query(bool, "select exists (select from recovery_codes where user_id = $1) as has")
DROP = Command("delete from recovery_codes where user_id = $1")

# Deletes the code; one statement for known and unknown identifiers, so that both take equal time.
USE = Query(
    RecoveredAccount,
    """
    delete from recovery_codes r using users u
    where u.id = gatehouse_user_of($1) and r.user_id = u.id and r.code_hash = $2
    returning u.id as user_id, u.email, u.name, (
      select m.tenant_id from memberships m
      where m.user_id = u.id and (m.activated or m.invited_by is null)
      order by (m.tenant_id = u.default_tenant_id) is true desc, m.created_at limit 1
    ) as tenant_id
    """,
)

RECOVERY_CODE_ROWS = UserRows("recovery_codes")
