"""`/team/resources/sso`: single sign-on connections of an account, for infrastructure code."""

from uuid import UUID

from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router, VendorCaller
from gatehouse.access.vendor import SharedRoute, VendorRoute, VendorTransaction
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.identity.sso.connections import service
from gatehouse.identity.sso.connections.schemas import TenantSsoConnectionOut, TenantSsoIn
from gatehouse.kit.resources import AllResources

SSO = "/team/resources/sso"
OF_ACCOUNT = f"{SSO}/v2/configurations"
shared = Router(tags=["Vendor"], route_class=SharedRoute, include_in_schema=False)
router = Router(tags=["Vendor"], route_class=VendorRoute)


@shared.get(f"{SSO}/v1/configurations", permission=Permission.READ_SAML_CONFIGURATION)
async def list_sso_connections_as_given(
    db: Transaction, caller: Caller, resources: AllResources
) -> list[TenantSsoConnectionOut]:
    """List the connections of the account that the headers name, so that a backend can compare them with what
    it sent."""
    told = await service.may_see_secrets(db, caller)
    return await service.list_connections_as_given(
        db, resources, caller.tenant_id, with_secrets=told
    )


@router.post(OF_ACCOUNT, permission=VendorPermission.WRITE_TENANTS, status_code=201)
async def create_sso_connection_of_tenant(
    db: VendorTransaction, caller: VendorCaller, resources: AllResources, data: TenantSsoIn
) -> TenantSsoConnectionOut:
    """Create a connection of the account that the body names. 400 `sso.incomplete` when it is enabled too
    early, `sso.bad_certificate`; 404 `tenants.not_found`; 409 `sso.too_many`."""
    return await service.save_tenant_connection(db, resources, caller, data)


@router.patch(f"{OF_ACCOUNT}/{{connection_id}}", permission=VendorPermission.WRITE_TENANTS)
async def change_sso_connection_of_tenant(
    db: VendorTransaction,
    caller: VendorCaller,
    resources: AllResources,
    connection_id: UUID,
    data: TenantSsoIn,
) -> TenantSsoConnectionOut:
    """Change the given fields. Refused as creating is; 404 `sso.not_found`."""
    return await service.save_tenant_connection(db, resources, caller, data, connection_id)
