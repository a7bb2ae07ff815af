from gatehouse.kit.db import Query
from gatehouse.policies.password_history.models import PasswordHistoryPolicy

POLICY = Query(
    PasswordHistoryPolicy, "select * from password_history_policies where tenant_id = $1"
)

SAVE = Query(
    PasswordHistoryPolicy,
    """
    insert into password_history_policies
      (tenant_id, enabled, history_size, created_at, updated_at)
    values ($1, $2, $3, $4, $4)
    on conflict (tenant_id) do update set enabled = $2, history_size = $3, updated_at = $4
    returning *
    """,
)
