from uuid import UUID

from gatehouse.kit.schemas import Wire


class PlaceInTree(Wire):
    """`childTenantId` is right below `parentTenantId`."""

    parent_tenant_id: UUID
    child_tenant_id: UUID
