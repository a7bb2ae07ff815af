"""Email addresses of users, and whether users may change them, for the vendor's backends (wire reference
§16.5)."""

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
from gatehouse.configuration.service import lock_configuration
from gatehouse.directory.users.service import get_user
from gatehouse.identity.email_addresses.models import EmailAddress
from gatehouse.identity.email_addresses.schemas import EmailAddressOut, EmailsPolicy
from gatehouse.identity.email_addresses.service import addresses_of
from gatehouse.identity.users import change
from gatehouse.kit.resources import AllResources
from gatehouse.kit.schemas import EmailText, Wire

EMAILS = "/identity/resources/users/emails/v1/vendor/{user_id}"

router = Router(tags=["Vendor"], route_class=VendorRoute)


class VendorEmail(Wire):
    email: EmailText
    is_verified: bool = False


class PrimaryEmail(Wire):
    email: EmailText


@router.post(
    "/identity/resources/configurations/v1/user-emails-policy",
    permission=VendorPermission.WRITE_CONFIGURATION,
)
async def change_user_emails_policy(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: EmailsPolicy
) -> EmailsPolicy:
    """Whether users may change their own address, and have several."""
    configuration = await lock_configuration(db, caller, client)
    document = {"sign_in": {"allow_email_change": data.allow_email_change}}
    await configuration.change(document)
    return data


@router.get(EMAILS, permission=VendorPermission.READ_USERS, response_model=list[EmailAddressOut])
async def list_emails_of_user(db: VendorTransaction, user_id: UUID) -> list[EmailAddress]:
    """All addresses of the user, the primary one first. 404 `users.not_found`."""
    await get_user(db, user_id)
    return await addresses_of(db, user_id)


@router.post(
    EMAILS,
    permission=vendor_may_change_person(fresh=True),
    response_model=EmailAddressOut,
    status_code=201,
)
async def add_email_of_user(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    user_id: UUID,
    data: VendorEmail,
) -> EmailAddress:
    """Add an address; with `isVerified` it signs in at once. 409 `email_addresses.taken`; 403
    `access.step_up_needed` for one of the staff who showed two factors more than 15 minutes ago."""
    address = await change.add_email(
        db, caller, client, user_id, data.email, verified=data.is_verified
    )
    return next(one for one in await addresses_of(db, user_id) if one.email == address)


@router.post(f"{EMAILS}/primary", permission=vendor_may_change_person(fresh=True))
async def set_primary_email_of_user(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    user_id: UUID,
    data: PrimaryEmail,
) -> Response:
    """Make a further, verified address the primary one. 409 `email_addresses.not_verified`; 403
    `access.step_up_needed` for one of the staff who showed two factors more than 15 minutes ago."""
    await change.make_email_primary(db, resources, caller, client, user_id, data.email)
    return Response(status_code=200)


@router.delete(f"{EMAILS}/{{email_id}}", permission=vendor_may_change_person())
async def delete_email_of_user(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    user_id: UUID,
    email_id: UUID,
) -> Response:
    """Delete a further address. 409 `email_addresses.is_primary`."""
    await change.delete_email(db, caller, client, user_id, email_id)
    return Response(status_code=200)
