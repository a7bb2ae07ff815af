"""The vendor creates users without mail, and removes their MFA factors."""

from uuid import UUID

from gatehouse.access.client import Client
from gatehouse.access.vendor import VendorPrincipal, protect_staff
from gatehouse.audit.actors import by_vendor
from gatehouse.directory.users.service import get_user
from gatehouse.identity.factors import queries as factors_of
from gatehouse.identity.factors import service as factors
from gatehouse.identity.mfa import changes
from gatehouse.identity.mfa.changes import FactorOwner
from gatehouse.identity.users.change import change_user
from gatehouse.identity.users.create import create_user as create_user
from gatehouse.identity.users.schemas import VendorUserChange, VendorUserCreate
from gatehouse.identity.users.vendor_only.schemas import VendorOnlyUserCreate
from gatehouse.kit.db import Db
from gatehouse.kit.resources import Resources

VENDORS_OWN = {"vendor_metadata", "mfa_bypass", "external_id"}


async def create_user_without_mail(
    db: Db,
    resources: Resources,
    caller: VendorPrincipal,
    client: Client,
    data: VendorOnlyUserCreate,
) -> UUID:
    """Create the user and return the id. Raises the errors of `POST users/v1`, and `StaffProtected` when
    the existing account belongs to staff."""
    given = data.model_dump(exclude_unset=True, exclude=VENDORS_OWN | {"tenant_id"})
    user = VendorUserCreate.model_validate({**given, "skip_invite_email": True})
    user_id = await create_user(db, resources, caller, client, data.tenant_id, user)
    own = data.model_dump(exclude_unset=True, include=VENDORS_OWN)
    if own:
        await protect_staff(db, caller, user_id)
        await change_user(db, caller, client, user_id, VendorUserChange.model_validate(own))
    return user_id


async def remove_all_factors(
    db: Db, resources: Resources, caller: VendorPrincipal, client: Client, user_id: UUID
) -> None:
    """Remove all MFA factors of the user, who is notified and must sign in again; does nothing without
    any. Raises `UserNotFound`."""
    user = await get_user(db, user_id)
    if not await factors_of.FACTORS.all(db, user_id):
        return
    await factors.remove_all_factors(db, user_id)
    by = by_vendor(caller, client)
    owner = FactorOwner(user_id, user.default_tenant_id, user.email, user.name, by)
    await changes.announce_removal(db, resources, owner, None)
