from gatehouse.kit.db import Query
from gatehouse.policies.lockout.models import LockoutPolicy

POLICY = Query(
    LockoutPolicy,
    "select id, enabled, max_attempts, updated_at from lockout_policies where tenant_id = $1",
)

SAVE = Query(
    LockoutPolicy,
    """
    insert into lockout_policies (tenant_id, enabled, max_attempts, updated_at)
    values ($1, $2, $3, $4)
    on conflict (tenant_id) do update set enabled = $2, max_attempts = $3, updated_at = $4
    returning id, enabled, max_attempts, updated_at
    """,
)
