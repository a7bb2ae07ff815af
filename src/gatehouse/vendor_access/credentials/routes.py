from gatehouse.access.client import CurrentClient
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router
from gatehouse.vendor_access.credentials import service
from gatehouse.vendor_access.credentials.schemas import VendorLogin, VendorToken

router = Router(tags=["Vendor"])


@router.post("/auth/vendor")
async def sign_in_as_vendor(
    resources: AllResources, client: CurrentClient, data: VendorLogin
) -> VendorToken:
    """A token for the vendor's own backends, made with `gatehouse vendor credentials create`."""
    return await service.sign_in(resources, client, data)
