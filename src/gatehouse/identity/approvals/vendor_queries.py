from typing import LiteralString

from gatehouse.identity.approvals.models import ApprovalFlow
from gatehouse.kit.db import Command, Query

_COLUMNS: LiteralString = """
  id, tenant_id, name, description, is_active, channels, configuration, steps, created_at, updated_at
"""

# The flows of tenant $1 and of every tenant; without one, all. They are few.
FLOWS = Query(
    ApprovalFlow,
    f"""
    select {_COLUMNS} from approval_flows
    where $1::uuid is null or tenant_id is null or tenant_id = $1
    order by created_at, id
    """,
)
COUNT = Query(int, "select count(*) from approval_flows")
ADD = Query(
    ApprovalFlow,
    f"""
    insert into approval_flows ({_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
    returning {_COLUMNS}
    """,
)
CHANGE = Query(
    ApprovalFlow,
    f"""
    update approval_flows set name = $2, description = $3, is_active = $4, channels = $5,
      configuration = $6, steps = $7, updated_at = $8
    where id = $1 returning {_COLUMNS}
    """,
)
DELETE = Command("delete from approval_flows where id = $1")
