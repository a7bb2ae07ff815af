"""`/team/resources/sso`: single sign-on connections of an account, for infrastructure code."""

from typing import Annotated
from uuid import UUID

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction, require
from gatehouse.access.permissions import Permission
from gatehouse.access.principal import Principal
from gatehouse.access.vendor import (
    SharedRoute,
    VendorPermission,
    VendorPrincipal,
    VendorRoute,
    VendorTransaction,
    vendor_may,
)
from gatehouse.identity.sso.connections import vendor_service as service
from gatehouse.identity.sso.connections.vendor_schemas import TenantSsoConnectionOut, TenantSsoIn
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router

CanRead = Annotated[Principal, require(Permission.READ_SAML_CONFIGURATION)]
CanWrite = Annotated[VendorPrincipal, vendor_may(VendorPermission.WRITE_TENANTS)]

SSO = "/team/resources/sso"
OF_ACCOUNT = f"{SSO}/v2/configurations"
shared = Router(tags=["Vendor"], route_class=SharedRoute, include_in_schema=False)
router = Router(tags=["Vendor"], route_class=VendorRoute)


@shared.get(f"{SSO}/v1/configurations")
async def list_sso_connections_as_given(
    db: Transaction, caller: CanRead, resources: AllResources
) -> list[TenantSsoConnectionOut]:
    """List the connections of the account that the headers name, so that a backend can compare them with what
    it sent."""
    told = await service.may_see_secrets(db, caller)
    return await service.list_of(db, resources, caller.tenant_id, with_secrets=told)


@router.post(OF_ACCOUNT, status_code=201)
async def create_sso_connection_of_tenant(
    db: VendorTransaction,
    caller: CanWrite,
    client: CurrentClient,
    resources: AllResources,
    data: TenantSsoIn,
) -> TenantSsoConnectionOut:
    """Create a connection of the account that the body names. 400 `sso.incomplete` when it is enabled too
    early, `sso.bad_certificate`; 404 `access.account_not_found`; 409 `sso.too_many`."""
    return await service.create_connection(db, resources, caller, client, data)


@router.patch(f"{OF_ACCOUNT}/{{connection_id}}")
async def change_sso_connection_of_tenant(
    db: VendorTransaction,
    caller: CanWrite,
    client: CurrentClient,
    resources: AllResources,
    connection_id: UUID,
    data: TenantSsoIn,
) -> TenantSsoConnectionOut:
    """Change the given fields. Refused as creating is; 404 `sso.not_found`."""
    return await service.change_connection(db, resources, caller, client, connection_id, data)
