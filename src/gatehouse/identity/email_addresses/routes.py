"""Email addresses of users (wire reference §16.5)."""

from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from gatehouse.access.guard import (
    BoundlessTransaction,
    CurrentPrincipal,
    OwnTransaction,
    SignedInPerson,
    Transaction,
)
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller, Router, VendorCaller
from gatehouse.access.vendor import VendorRoute, VendorTransaction, require_user_change
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.audit.actors import VendorActor
from gatehouse.configuration.service import lock_configuration
from gatehouse.directory.users.service import get_user
from gatehouse.identity.email_addresses import queries, schemas, service
from gatehouse.identity.one_time_codes.models import CodePurpose
from gatehouse.identity.users import change
from gatehouse.kit.resources import AllResources
from gatehouse.kit.schemas import EmailText, Wire
from gatehouse.vendor.current import CurrentConfiguration

IDENTITY = "/identity/resources"
EMAILS = f"{IDENTITY}/users/emails/v1"
OWN = f"{IDENTITY}/users/v1/email/me"

router = Router(tags=["Addresses"])


@router.get(f"{IDENTITY}/configurations/v1/user-emails-policy")
async def get_user_emails_policy(
    caller: CurrentPrincipal, configuration: CurrentConfiguration
) -> schemas.EmailsPolicy:
    """Whether users may change their own address."""
    return schemas.EmailsPolicy(allow_email_change=configuration.vendor.allow_email_change)


@router.get(EMAILS, permission=Permission.READ_USERS, response_model=schemas.EmailsPage)
async def list_emails_of_users(
    db: Transaction, caller: Caller, query: Annotated[schemas.EmailsQuery, Query()]
) -> Response:
    """The address by which the caller's tenant knows each of its members: further ones are private."""
    return await service.list_emails_of_tenant(db, caller, query)


@router.get(f"{EMAILS}/me")
async def list_my_emails(
    db: OwnTransaction, caller: SignedInPerson
) -> list[schemas.EmailAddressOut]:
    """The caller's own addresses, the primary one first."""
    return await queries.ALL.all(db, caller.user_id)


@router.post(EMAILS, status_code=201)
async def add_email(
    db: BoundlessTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    data: schemas.NewEmailAddress,
) -> schemas.EmailAddressOut:
    """Add an address, which cannot be used to sign in until `verify` verifies it; a code goes to it. 403
    `access.recent_sign_in_needed` when the caller signed in more than an hour ago,
    `email_addresses.change_refused` where the vendor does not allow that; 409 `email_addresses.too_many`."""
    return await service.add_email_address(db, resources, caller, data.email)


@router.post(f"{EMAILS}/verify")
async def verify_email(
    db: BoundlessTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    data: schemas.EmailProof,
) -> Response:
    """Empty 200: the address signs in from now on. 400 ER-01011 for a wrong code, ER-01017 for an old one;
    409 `email_addresses.taken` when another account has the address."""
    await service.verify_email_address(db, resources, caller, data.email, data.code)
    return Response(status_code=200)


@router.post(f"{EMAILS}/me/primary")
async def set_my_primary_email(
    db: BoundlessTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    data: schemas.NewEmailAddress,
) -> Response:
    """Empty 200: mail goes to this own, verified address from now on, and the previous address is
    notified. Other sessions end. 409 `email_addresses.not_verified`."""
    await service.make_own_email_primary(db, resources, caller, data.email)
    return Response(status_code=200)


@router.delete(f"{EMAILS}/{{email_id}}")
async def delete_email(
    db: BoundlessTransaction, resources: AllResources, caller: SignedInPerson, email_id: UUID
) -> Response:
    """Delete an own further address. 409 `email_addresses.is_primary`."""
    await service.delete_email_address(db, resources, caller, email_id)
    return Response(status_code=200)


@router.post(OWN)
async def change_my_email(
    db: BoundlessTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    data: schemas.NewEmailAddress,
) -> Response:
    """Send a code to the new address; `verify` makes it the caller's primary address. The answer does not
    depend on who has the address. 403 as for `users/emails/v1`, and `email_addresses.kept_elsewhere` for
    users who are managed by a directory."""
    await service.send_email_code(db, resources, caller, data.email, CodePurpose.CHANGE_EMAIL)
    return Response(status_code=200)


@router.post(f"{OWN}/verify")
async def verify_my_email_change(
    db: BoundlessTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    data: schemas.EmailProof,
) -> Response:
    """Empty 200. The previous address is notified, links that were mailed there are void, other sessions
    end. 400 and 409 as for `users/emails/v1/verify`."""
    await service.change_email_address(db, resources, caller, data.email, data.code)
    return Response(status_code=200)


EMAILS_OF_USER = "/identity/resources/users/emails/v1/vendor/{user_id}"

vendor_router = Router(tags=["Vendor"], route_class=VendorRoute)


class VendorEmail(Wire):
    email: EmailText
    is_verified: bool = False


class PrimaryEmail(Wire):
    email: EmailText


@vendor_router.post(
    "/identity/resources/configurations/v1/user-emails-policy",
    permission=VendorPermission.WRITE_CONFIGURATION,
)
async def change_user_emails_policy(
    db: VendorTransaction, caller: VendorCaller, data: schemas.EmailsPolicy
) -> schemas.EmailsPolicy:
    """Whether users may change their own address, and have several."""
    configuration = await lock_configuration(db, caller)
    document = {"sign_in": {"allow_email_change": data.allow_email_change}}
    await configuration.change(document)
    return data


@vendor_router.get(EMAILS_OF_USER, permission=VendorPermission.READ_USERS)
async def list_emails_of_user(
    db: VendorTransaction, user_id: UUID
) -> list[schemas.EmailAddressOut]:
    """All addresses of the user, the primary one first. 404 `users.not_found`."""
    await get_user(db, user_id)
    return await queries.ALL.all(db, user_id)


@vendor_router.post(
    EMAILS_OF_USER,
    permission=require_user_change(fresh=True),
    status_code=201,
)
async def add_email_of_user(
    db: VendorTransaction, by: VendorActor, user_id: UUID, data: VendorEmail
) -> schemas.EmailAddressOut:
    """Add an address; with `isVerified` it signs in at once. 409 `email_addresses.taken`; 403
    `access.step_up_needed` for one of the staff who showed two factors more than 15 minutes ago."""
    address = await change.add_email(db, by, user_id, data.email, verified=data.is_verified)
    return next(one for one in await queries.ALL.all(db, user_id) if one.email == address)


@vendor_router.post(f"{EMAILS_OF_USER}/primary", permission=require_user_change(fresh=True))
async def set_primary_email_of_user(
    db: VendorTransaction,
    resources: AllResources,
    by: VendorActor,
    user_id: UUID,
    data: PrimaryEmail,
) -> Response:
    """Make a further, verified address the primary one. 409 `email_addresses.not_verified`; 403
    `access.step_up_needed` for one of the staff who showed two factors more than 15 minutes ago."""
    await change.make_email_primary(db, resources, by, user_id, data.email)
    return Response(status_code=200)


@vendor_router.delete(f"{EMAILS_OF_USER}/{{email_id}}", permission=require_user_change())
async def delete_email_of_user(
    db: VendorTransaction, by: VendorActor, user_id: UUID, email_id: UUID
) -> Response:
    """Delete a further address. 409 `email_addresses.is_primary`."""
    await change.delete_email(db, by, user_id, email_id)
    return Response(status_code=200)
