from typing import Any

from gatehouse.kit.db import Command, Query
from gatehouse.kit.tenant_cleanup import TenantTable

LEFT = TenantTable("login_boxes")

CONFIGURATION = Query(dict[str, Any], "select configuration from login_boxes where tenant_id = $1")
SAVE = Command(
    """
    insert into login_boxes (tenant_id, configuration, updated_at) values ($1, $2, $3)
    on conflict (tenant_id) do update set configuration = $2, updated_at = $3
    """
)
