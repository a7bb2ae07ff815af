from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import TenantId


class PlaceInTree(Wire):
    """`childTenantId` is right below `parentTenantId`."""

    parent_tenant_id: TenantId
    child_tenant_id: TenantId
