from uuid import UUID

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorTransaction,
)
from gatehouse.directory.roles.models import Role
from gatehouse.directory.roles.schemas import RoleOut
from gatehouse.directory.roles.tenant_scope import service
from gatehouse.directory.roles.tenant_scope.schemas import RoleOwner

router = Router(prefix="/identity/resources/roles/v1", tags=["Vendor"])


@router.put(
    "/{role_id}/tenant",
    permission=VendorPermission.WRITE_ROLES,
    response_model=RoleOut,
    response_model_exclude_none=True,
)
async def set_tenant_of_role(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    role_id: UUID,
    data: RoleOwner,
) -> Role:
    """Assign a role to one account, or with null to all. 404 `roles.not_found`, `tenants.not_found`; 409
    `roles.in_use` while a member of another account holds it, `roles.key_taken`."""
    return await service.assign_role_to_tenant(db, caller, client, role_id, data.tenant_id)
