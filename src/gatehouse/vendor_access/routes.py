"""Routes of the credentials of the vendor's backends, of the first owner, and of the vendor's staff."""

from typing import Annotated
from uuid import UUID

from fastapi import Path

from gatehouse.access.client import CurrentClient
from gatehouse.access.guard import SignedInPerson, SystemTransaction
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorRoute, VendorTransaction, must_have_recent_mfa
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.kit.resources import AllResources
from gatehouse.vendor_access import credentials, first_owner, staff
from gatehouse.vendor_access.credentials import VendorLogin, VendorToken
from gatehouse.vendor_access.first_owner import FirstOwner, SetUpLink
from gatehouse.vendor_access.staff import (
    StaffAdd,
    StaffChange,
    StaffMember,
    StaffMemberOut,
    StaffTokenOut,
)

credential_routes = Router(tags=["Vendor"])


@credential_routes.post("/auth/vendor")
async def sign_in_as_vendor(
    resources: AllResources, client: CurrentClient, data: VendorLogin
) -> VendorToken:
    """A token for the vendor's own backends, made with `gatehouse vendor credentials create`."""
    return await credentials.sign_in_with_credential(resources, client, data)


first_owner_routes = Router(prefix="/vendor/resources/first-owner/v1", tags=["Login"])


@first_owner_routes.post("/verify", status_code=204)
async def check_set_up_link(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: SetUpLink
) -> None:
    """Whether the address that the server printed still works: 404 `first_owner.link_over` when it is
    older than a day, or there is an owner."""
    await first_owner.check_first_owner_token(db, resources, client, data.token)


@first_owner_routes.post("", status_code=204)
async def make_first_owner(
    db: SystemTransaction, resources: AllResources, client: CurrentClient, data: FirstOwner
) -> None:
    """Create an account that owns this installation, while there is no owner; the user signs in and sets up
    MFA next. 404 `first_owner.link_over`, 409 `first_owner.address_taken`, 400 for a password that the rules
    refuse."""
    await first_owner.create_first_owner(db, resources, client, data)


PREFIX = "/vendor/resources/staff/v1"
entrance = Router(prefix=PREFIX, tags=["Login"])
staff_routes = Router(prefix=PREFIX, tags=["Vendor"], route_class=VendorRoute)


@entrance.post("/token")
async def enter_as_staff(resources: AllResources, caller: SignedInPerson) -> StaffTokenOut:
    """Issue a vendor token to a staff member, valid as long as their session. 403 `staff.not_staff`; 403
    `access.step_up_needed` when they signed in without MFA."""
    return await staff.issue_staff_token(resources, caller)


@staff_routes.get("", permission=VendorPermission.READ_STAFF, response_model=list[StaffMemberOut])
async def list_staff(db: VendorTransaction) -> list[StaffMember]:
    """All staff members, in the order in which they were added."""
    return await staff.list_staff(db)


@staff_routes.post(
    "", permission=VendorPermission.WRITE_STAFF, status_code=201, response_model=StaffMemberOut
)
async def add_staff(db: VendorTransaction, caller: VendorCaller, data: StaffAdd) -> StaffMember:
    """404 `staff.unknown` when no user has verified this address themselves since you last marked it as
    verified or created their account; what gave access to the account before that no longer works. 409
    `staff.exists`; 403 `access.step_up_needed` for a staff member whose last MFA is more than 15 minutes ago.
    """
    must_have_recent_mfa(caller)
    return await staff.add_staff_member(db, data.email, data.role, by=caller.actor)


@staff_routes.patch(
    "/{userId}", permission=VendorPermission.WRITE_STAFF, response_model=StaffMemberOut
)
async def change_staff(
    db: VendorTransaction,
    caller: VendorCaller,
    user_id: Annotated[UUID, Path(alias="userId")],
    data: StaffChange,
) -> StaffMember:
    """404 `staff.unknown`, 409 `staff.last_owner`; 403 `access.step_up_needed` for a staff member whose last
    MFA is more than 15 minutes ago."""
    must_have_recent_mfa(caller)
    return await staff.change_staff_member(db, user_id, data.role, by=caller.actor)


@staff_routes.delete("/{userId}", permission=VendorPermission.WRITE_STAFF, status_code=204)
async def remove_staff(
    db: VendorTransaction, caller: VendorCaller, user_id: Annotated[UUID, Path(alias="userId")]
) -> None:
    """404 `staff.unknown`, 409 `staff.last_owner`; 403 `access.step_up_needed` for a staff member whose last
    MFA is more than 15 minutes ago."""
    must_have_recent_mfa(caller)
    await staff.remove_staff_member(db, user_id, by=caller.actor)
