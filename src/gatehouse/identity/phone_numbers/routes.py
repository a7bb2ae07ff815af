"""Phone numbers of users, for the vendor's backends (wire-api §16.5)."""

from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from gatehouse.access.guard import OwnTransaction, SignedInOrNamed, SignedInPerson
from gatehouse.access.router import Router
from gatehouse.access.vendor import VendorRoute, VendorTransaction, require_user_change
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.audit.actors import VendorActor
from gatehouse.directory.users.service import get_user
from gatehouse.identity.one_time_codes.models import CodePurpose
from gatehouse.identity.phone_numbers import schemas, service
from gatehouse.identity.phone_numbers.queries import ALL
from gatehouse.kit.paging import PageMetadata
from gatehouse.kit.resources import AllResources

USERS = "/identity/resources/users"
NUMBERS = f"{USERS}/phone-numbers/v1"

router = Router(tags=["Phone numbers"])


@router.get(NUMBERS)
async def list_phone_numbers(
    db: OwnTransaction, caller: SignedInPerson, query: Annotated[schemas.PhoneNumbersQuery, Query()]
) -> schemas.PhoneNumberPage:
    """The caller's own numbers, oldest first unless `_sortBy` says otherwise; `_offset` counts rows."""
    rows = query.filter_and_sort(await ALL.all(db, caller.user_id))
    shown = rows[query.offset : query.offset + query.limit]
    return schemas.PhoneNumberPage(
        items=shown, _metadata=PageMetadata.from_total(len(rows), query.limit)
    )


@router.get(f"{NUMBERS}/me")
async def list_my_phone_numbers(
    db: OwnTransaction, caller: SignedInOrNamed
) -> list[schemas.PhoneNumberOut]:
    """List the caller's phone numbers, all of them at once."""
    return await ALL.all(db, caller.user_id)


@router.post(NUMBERS, status_code=201, response_model_exclude_none=True)
async def add_phone_number(
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    data: schemas.NewPhoneNumber,
) -> schemas.CodeSent:
    """Add an own number, which cannot be used until it is verified; with `verify` a code goes to it. 400
    for text that is no number with its country, 409 for an eleventh; with `verify` 403
    `access.recent_sign_in_needed` when the caller signed in more than an hour ago."""
    token = await service.add_phone_number(
        db, resources, caller, data.phone_number, verify=bool(data.verify)
    )
    return schemas.CodeSent(otc_token=token)


@router.post(f"{NUMBERS}/preverify")
async def send_phone_number_code(
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    data: schemas.PhoneNumberToVerify,
) -> schemas.CodeSent:
    """Send a code to a number; `verify` verifies it, and adds it if it is new. 403
    `access.recent_sign_in_needed` when the caller signed in more than an hour ago."""
    token = await service.send_number_code(
        db, resources, caller, CodePurpose.VERIFY_PHONE, data.phone_number
    )
    return schemas.CodeSent(otc_token=token)


@router.post(f"{NUMBERS}/verify")
async def verify_phone_number(
    db: OwnTransaction, resources: AllResources, caller: SignedInPerson, data: schemas.CodeProof
) -> Response:
    """Empty 200. 400 ER-01011 for a wrong code, ER-01017 for an old one; 409 when another account has
    verified the number."""
    await service.verify_phone_number(db, resources, caller, data.otc_token, data.code)
    return Response(status_code=200)


@router.delete(f"{NUMBERS}/{{phone_id}}", response_model_exclude_none=True)
async def delete_phone_number(
    db: OwnTransaction, resources: AllResources, caller: SignedInPerson, phone_id: UUID
) -> schemas.Deletion:
    """Send a code to an own number, with which `delete/verify` deletes it. An unverified number is
    deleted at once: the answer then has no `otcToken`."""
    token = await service.begin_number_deletion(db, resources, caller, phone_id)
    return schemas.Deletion(phone_id=phone_id, otc_token=token)


@router.post(f"{NUMBERS}/{{phone_id}}/delete/verify")
async def verify_phone_number_deletion(
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    phone_id: UUID,
    data: schemas.CodeProof,
) -> Response:
    """Empty 200. 400 ER-01011 for a wrong code or that of another number, ER-01017 for an old one."""
    await service.delete_phone_number(db, resources, caller, phone_id, data.otc_token, data.code)
    return Response(status_code=200)


@router.post(f"{USERS}/v1/phone")
async def change_my_phone_number(
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    data: schemas.PhoneNumberToVerify,
) -> schemas.PhoneChange:
    """Send a code to the new number; `verify` replaces the caller's others by it. 403
    `access.recent_sign_in_needed` when the caller signed in more than an hour ago."""
    token = await service.send_number_code(
        db, resources, caller, CodePurpose.CHANGE_PHONE, data.phone_number
    )
    return schemas.PhoneChange(change_phone_id=token)


@router.post(f"{USERS}/v1/phone/verify")
async def verify_my_phone_number_change(
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    data: schemas.PhoneChangeProof,
) -> Response:
    """Empty 200. 401 and 409 as for `phone-numbers/v1/verify`."""
    await service.change_phone_number(db, resources, caller, data.change_phone_id, data.code)
    return Response(status_code=200)


vendor_router = Router(
    prefix="/identity/resources/users/phone-numbers/v1/vendor/{user_id}",
    tags=["Vendor"],
    route_class=VendorRoute,
)


@vendor_router.get("", permission=VendorPermission.READ_USERS)
async def list_phone_numbers_of_user(
    db: VendorTransaction, user_id: UUID
) -> list[schemas.PhoneNumberOut]:
    """All numbers of the user, oldest first; those that are verified sign in. 404 `users.not_found`."""
    await get_user(db, user_id)
    return await ALL.all(db, user_id)


@vendor_router.post("", permission=require_user_change(fresh=True), status_code=201)
async def add_phone_number_of_user(
    db: VendorTransaction, by: VendorActor, user_id: UUID, data: schemas.PhoneNumberToVerify
) -> Response:
    """Add a number as verified: the user can sign in with it at once. 400 `phone_numbers.invalid`; 404
    `users.not_found`; 409 `phone_numbers.taken`, `phone_numbers.too_many`; 403 `access.step_up_needed`
    for one of the staff who showed two factors more than 15 minutes ago."""
    await service.add_verified_phone_number(db, by, user_id, data.phone_number)
    return Response(status_code=201)


@vendor_router.delete("/{phone_id}", permission=require_user_change())
async def delete_phone_number_of_user(
    db: VendorTransaction, by: VendorActor, user_id: UUID, phone_id: UUID
) -> Response:
    """404 `users.not_found`, and `phone_numbers.not_found` for the number of another user."""
    await service.delete_verified_phone_number(db, by, user_id, phone_id)
    return Response()
