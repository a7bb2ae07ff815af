from typing import Annotated
from uuid import UUID

from fastapi import Path

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import SignedInPerson
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
    must_be_fresh,
)
from gatehouse.audit.actors import by_vendor
from gatehouse.kit.resources import AllResources
from gatehouse.vendor_access.staff import service
from gatehouse.vendor_access.staff.models import StaffMember, StaffToken
from gatehouse.vendor_access.staff.schemas import (
    StaffAdd,
    StaffChange,
    StaffMemberOut,
    StaffTokenOut,
)

PREFIX = "/vendor/resources/staff/v1"
entrance = Router(prefix=PREFIX, tags=["Login"])
router = Router(prefix=PREFIX, tags=["Vendor"], route_class=VendorRoute)


@entrance.post("/token", response_model=StaffTokenOut)
async def enter_as_staff(
    resources: AllResources, caller: SignedInPerson, client: CurrentClient
) -> StaffToken:
    """Issue a vendor token to a staff member, valid as long as their session. 403 `staff.not_staff`; 403
    `access.step_up_needed` when they signed in without MFA."""
    return await service.issue_staff_token(resources, caller, client)


@router.get("", permission=VendorPermission.READ_STAFF, response_model=list[StaffMemberOut])
async def list_staff(db: VendorTransaction) -> list[StaffMember]:
    """All staff members, in the order in which they were added."""
    return await service.list_staff(db)


@router.post(
    "", permission=VendorPermission.WRITE_STAFF, status_code=201, response_model=StaffMemberOut
)
async def add_staff(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: StaffAdd
) -> StaffMember:
    """404 `staff.unknown` when no user has verified this address themselves since you last marked it as
    verified or created their account; what gave access to the account before that no longer works. 409
    `staff.exists`; 403 `access.step_up_needed` for a staff member whose last MFA is more than 15 minutes ago.
    """
    must_be_fresh(caller)
    return await service.add_staff_member(db, data.email, data.role, by=by_vendor(caller, client))


@router.patch("/{userId}", permission=VendorPermission.WRITE_STAFF, response_model=StaffMemberOut)
async def change_staff(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    user_id: Annotated[UUID, Path(alias="userId")],
    data: StaffChange,
) -> StaffMember:
    """404 `staff.unknown`, 409 `staff.last_owner`; 403 `access.step_up_needed` for a staff member whose last
    MFA is more than 15 minutes ago."""
    must_be_fresh(caller)
    return await service.change_staff_member(db, user_id, data.role, by=by_vendor(caller, client))


@router.delete("/{userId}", permission=VendorPermission.WRITE_STAFF, status_code=204)
async def remove_staff(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    user_id: Annotated[UUID, Path(alias="userId")],
) -> None:
    """404 `staff.unknown`, 409 `staff.last_owner`; 403 `access.step_up_needed` for a staff member whose last
    MFA is more than 15 minutes ago."""
    must_be_fresh(caller)
    await service.remove_staff_member(db, user_id, by=by_vendor(caller, client))
