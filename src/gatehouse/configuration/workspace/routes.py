"""`/vendors`: what infrastructure code sets of the vendor."""

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.configuration.workspace import service
from gatehouse.configuration.workspace.errors import CustomDomainNotFound, NoCustomDomains
from gatehouse.configuration.workspace.schemas import CustomDomains, WorkspaceChange, WorkspaceOut

DOMAINS = "/vendors/custom-domains/v2"
router = Router(tags=["Vendor"], route_class=VendorRoute)


@router.get("/vendors", permission=VendorPermission.READ_CONFIGURATION)
async def get_workspace(db: VendorTransaction) -> WorkspaceOut:
    """Product name, and the origins that may call this server."""
    return await service.get_workspace(db)


@router.put("/vendors", permission=VendorPermission.WRITE_CONFIGURATION)
async def change_workspace(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: WorkspaceChange
) -> WorkspaceOut:
    """Change what is given; in force everywhere within a second. An empty object takes the last allowed
    origin away: clients leave out a list that has become empty. 403 for origins without the permission for
    applications."""
    await service.save_workspace(db, caller, client, data)
    return await service.get_workspace(db)


@router.get(DOMAINS, permission=VendorPermission.READ_CONFIGURATION)
async def list_custom_domains() -> CustomDomains:
    """Always empty: `GATEHOUSE_PUBLIC_URL` sets the host name of this server."""
    return CustomDomains()


@router.post(f"{DOMAINS}/verify", permission=VendorPermission.WRITE_CONFIGURATION)
async def add_custom_domain() -> CustomDomains:
    """400 `vendor.no_custom_domains`, always."""
    raise NoCustomDomains(
        "customDomain: cannot be added by a call. Lead the domain to this server, and name it in "
        "GATEHOUSE_PUBLIC_URL."
    )


@router.delete(f"{DOMAINS}/{{domain_id}}", permission=VendorPermission.WRITE_CONFIGURATION)
async def delete_custom_domain(domain_id: str) -> CustomDomains:
    """404 `vendor.custom_domain_not_found`, always."""
    raise CustomDomainNotFound("There is no such custom domain")
