"""Phone numbers of users, for the vendor's backends (wire-api §16.5)."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
    vendor_may_change_person,
)
from gatehouse.directory.users.service import get_user
from gatehouse.identity.phone_numbers import vendor_service as service
from gatehouse.identity.phone_numbers.models import PhoneNumber
from gatehouse.identity.phone_numbers.schemas import PhoneNumberOut, PhoneNumberToVerify
from gatehouse.identity.phone_numbers.service import numbers_of

router = Router(
    prefix="/identity/resources/users/phone-numbers/v1/vendor/{user_id}",
    tags=["Vendor"],
    route_class=VendorRoute,
)


@router.get("", permission=VendorPermission.READ_USERS, response_model=list[PhoneNumberOut])
async def list_phone_numbers_of_user(db: VendorTransaction, user_id: UUID) -> list[PhoneNumber]:
    """All numbers of the user, oldest first; those that are verified sign in. 404 `users.not_found`."""
    await get_user(db, user_id)
    return await numbers_of(db, user_id)


@router.post("", permission=vendor_may_change_person(fresh=True), status_code=201)
async def add_phone_number_of_user(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    user_id: UUID,
    data: PhoneNumberToVerify,
) -> Response:
    """Add a number as verified: the user can sign in with it at once. 400 `phone_numbers.invalid`; 404
    `users.not_found`; 409 `phone_numbers.taken`, `phone_numbers.too_many`; 403 `access.step_up_needed`
    for one of the staff who showed two factors more than 15 minutes ago."""
    await service.add_verified_phone_number(db, caller, client, user_id, data.phone_number)
    return Response(status_code=201)


@router.delete("/{phone_id}", permission=vendor_may_change_person())
async def delete_phone_number_of_user(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    user_id: UUID,
    phone_id: UUID,
) -> Response:
    """404 `users.not_found`, and `phone_numbers.not_found` for the number of another user."""
    await service.delete_verified_phone_number(db, caller, client, user_id, phone_id)
    return Response()
