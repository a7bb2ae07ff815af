from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import SystemTransaction
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router
from gatehouse.vendor_access.first_owner import service
from gatehouse.vendor_access.first_owner.schemas import FirstOwner, SetUpLink

router = Router(prefix="/vendor/resources/first-owner/v1", tags=["Login"])


@router.post("/verify", status_code=204)
async def check_set_up_link(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: SetUpLink
) -> None:
    """Whether the address that the server printed still works: 404 `first_owner.link_over` when it is
    older than a day, or there is an owner."""
    await service.check_first_owner_token(db, resources, client, data.token)


@router.post("", status_code=204)
async def make_first_owner(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: FirstOwner
) -> None:
    """Create an account that owns this installation, while there is no owner; the user signs in and sets up
    MFA next. 404 `first_owner.link_over`, 409 `first_owner.address_taken`, 400 for a password that the rules
    refuse."""
    await service.create_first_owner(db, resources, client, data)
