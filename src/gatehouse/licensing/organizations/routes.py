"""`/api/v1/organization` (spec 000 §7)."""

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import Transaction
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router
from gatehouse.kit.resources import AllResources
from gatehouse.licensing.organizations import service
from gatehouse.licensing.organizations.models import Organization
from gatehouse.licensing.organizations.schemas import OrganizationCreate, OrganizationOut

router = Router(prefix="/api/v1/organization", tags=["Licensing"])


@router.get("", permission=Permission.LICENSING_READ_LICENSES, response_model=OrganizationOut)
async def get_organization(db: Transaction, caller: Caller) -> Organization:
    """The organization of the caller's tenant; 404 before it was made."""
    return await service.get_organization(db, caller.tenant_id)


@router.post(
    "",
    permission=Permission.LICENSING_WRITE_LICENSES,
    response_model=OrganizationOut,
    status_code=201,
)
async def create_organization(
    db: Transaction,
    caller: Caller,
    client: CurrentClient,
    resources: AllResources,
    data: OrganizationCreate,
) -> Organization:
    """Make the organization and its trial license. 400 without a name.

    409 when it exists already: read it again.
    """
    return await service.create_organization(db, resources, caller, client, data)
