"""Bodies of the migration of users."""

from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import TenantId


class Migration(Wire):
    src_tenant_id: TenantId
    target_tenant_id: TenantId
