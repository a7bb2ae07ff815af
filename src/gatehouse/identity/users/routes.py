"""Users, for the vendor's backends (wire reference §16.6)."""

from typing import Annotated
from uuid import UUID

from fastapi import Header, Query, Response

from gatehouse.access.replica_reads import VendorLaggingTransaction
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    AccountRoute,
    SharedRoute,
    UnnamedRoute,
    VendorRoute,
    VendorTransaction,
    protect_staff,
    require_user_change,
)
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.audit.actors import VendorActor
from gatehouse.directory.people import service as members
from gatehouse.directory.people.schemas import UserOut
from gatehouse.directory.users.queries import SET_INVISIBLE, SET_SUPER_USER
from gatehouse.identity.users import change, create, invite_many, read, schemas
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import without_nulls
from gatehouse.kit.tenant_ids import HeaderTenantId
from gatehouse.tasks import service as tasks
from gatehouse.tasks.service import TaskOut, to_task_response

OfTenant = Annotated[HeaderTenantId, Header(alias="frontegg-tenant-id")]
OfAnyTenant = Annotated[HeaderTenantId | None, Header(alias="frontegg-tenant-id")]
OfUser = Annotated[UUID, Header(alias="frontegg-user-id")]

USERS = "/identity/resources/users/v1"
ONE = f"{USERS}/{{user_id}}"

shared = Router(tags=["Vendor"], route_class=SharedRoute, include_in_schema=False)
in_account = Router(tags=["Vendor"], route_class=AccountRoute, include_in_schema=False)
of_everybody = Router(tags=["Vendor"], route_class=UnnamedRoute, include_in_schema=False)
router = Router(tags=["Vendor"], route_class=VendorRoute)
# Its path also matches literal paths of the users' own routes, which come first.
by_id = Router(tags=["Vendor"], route_class=VendorRoute)

READ, WRITE = VendorPermission.READ_USERS, VendorPermission.WRITE_USERS
CHANGE, CHANGE_FRESH = require_user_change(), require_user_change(fresh=True)
# Only an owner may set flags that apply in all tenants.
CHANGE_FLAGS = require_user_change(of_staff=VendorPermission.WRITE_STAFF)


@shared.get(ONE, permission=READ, **schemas.SHOWS)
async def get_vendor_user(db: VendorTransaction, user_id: UUID) -> Response:
    """A user, with all their tenants."""
    return await read.describe_user(db, user_id)


@router.get(f"{USERS}/email", permission=READ, **schemas.SHOWS)
async def get_user_by_email(
    db: VendorTransaction, email: Annotated[str, Query(max_length=320)]
) -> Response:
    """The user who has the address, also as a further one. 404 when there is none."""
    return await read.describe_user_by_email(db, email)


@router.get(f"{USERS}/query/phrase", permission=READ, **schemas.SHOWS_PAGE)
async def search_users(
    db: VendorLaggingTransaction,
    query: Annotated[schemas.PhraseQuery, Query()],
    of_tenant: OfAnyTenant = None,
) -> Response:
    """A page of the users that match the query; counted to 10,000. With `frontegg-tenant-id` only the
    members of this account, and of those below it unless the query says no. 404 for the account."""
    return await read.search_users(db, query, of_tenant)


@of_everybody.get("/identity/resources/users/v3", permission=READ, **schemas.SHOWS_PAGE)
async def list_everybody(
    db: VendorLaggingTransaction, query: Annotated[schemas.EverybodyQuery, Query()]
) -> Response:
    """A page of the users of all accounts, with the query of an account's list; with `frontegg-tenant-id`
    the list is that account's."""
    return await read.search_users(db, query.to_row_query())


@router.get(USERS, permission=READ, **schemas.SHOWS_PAGE)
async def list_vendor_users(
    db: VendorLaggingTransaction,
    query: Annotated[schemas.EverybodyQuery, Query()],
    of_tenant: OfAnyTenant = None,
) -> Response:
    """A page of all users, or of the members of `frontegg-tenant-id` alone, as published server packages
    read them: `_offset` counts pages. 404 for the account."""
    return await read.search_users(db, query.to_row_query(), of_tenant)


@router.post(USERS, permission=WRITE, status_code=201, **schemas.SHOWS)
async def create_user(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    tenant_id: OfTenant,
    data: schemas.VendorUserCreate,
) -> Response:
    """Add a user to the account of `frontegg-tenant-id`. 404 for the account or a role, 409
    `memberships.already_member`, `users.email_taken` for a password of a user who has an account."""
    user_id = await create.create_user(db, resources, caller, tenant_id, data)
    return await read.describe_user(db, user_id, 201)


@in_account.post(
    "/identity/resources/users/v2", permission=WRITE, **without_nulls(UserOut), status_code=201
)
async def bring_user_in(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    tenant_id: OfTenant,
    data: schemas.VendorUserCreate,
) -> Response:
    """Add a user to the account of `frontegg-tenant-id`; the answer is the user as the account sees them.
    A user with a pending invitation is invited again."""
    user_id = await create.create_or_reinvite_user(db, resources, caller, tenant_id, data)
    answer = await members.describe_member(db, tenant_id, user_id)
    answer.status_code = 201
    return answer


@router.put(USERS, permission=WRITE, **schemas.SHOWS)
async def change_user_by_header(
    db: VendorTransaction, caller: VendorCaller, user_id: OfUser, data: schemas.OwnChange
) -> Response:
    """Change the user of `frontegg-user-id`."""
    await protect_staff(db, caller, user_id)
    await change.change_user(db, caller, user_id, data)
    return await read.describe_user(db, user_id)


@by_id.put(ONE, permission=CHANGE, **schemas.SHOWS)
async def change_user(
    db: VendorTransaction, caller: VendorCaller, user_id: UUID, data: schemas.VendorUserChange
) -> Response:
    """Change the given fields. 403 `access.step_up_needed` for `mfaBypass` by one of the staff who showed
    two factors more than 15 minutes ago."""
    await change.change_user(db, caller, user_id, data)
    return await read.describe_user(db, user_id)


@by_id.put(f"{ONE}/email", permission=CHANGE_FRESH, **schemas.SHOWS)
async def change_email_of_user(
    db: VendorTransaction,
    resources: AllResources,
    by: VendorActor,
    user_id: UUID,
    data: schemas.EmailChange,
) -> Response:
    """Change the address; the previous address is notified. 409 `email_addresses.taken`; 403
    `access.step_up_needed` for one of the staff who showed two factors more than 15 minutes ago."""
    await change.change_email(db, resources, by, user_id, data.email)
    return await read.describe_user(db, user_id)


@by_id.put(f"{ONE}/invisible", permission=CHANGE_FLAGS, **schemas.SHOWS)
async def set_user_invisible(
    db: VendorTransaction, by: VendorActor, user_id: UUID, data: schemas.Invisible
) -> Response:
    """Whether tenants' lists omit the user."""
    await change.set_user_flag(db, by, user_id, SET_INVISIBLE, on=data.invisible)
    return await read.describe_user(db, user_id)


@by_id.put(f"{ONE}/superuser", permission=CHANGE_FLAGS, **schemas.SHOWS)
async def set_super_user(
    db: VendorTransaction, by: VendorActor, user_id: UUID, data: schemas.SuperUser
) -> Response:
    """Whether the user's tokens say `superUser`."""
    await change.set_user_flag(db, by, user_id, SET_SUPER_USER, on=data.super_user)
    return await read.describe_user(db, user_id)


@by_id.post(f"{ONE}/lock", permission=CHANGE)
async def lock_user(db: VendorTransaction, by: VendorActor, user_id: UUID) -> Response:
    """Lock the user in every account: sessions and tokens end at once."""
    await change.lock_user(db, by, user_id)
    return Response(status_code=200)


@by_id.post(f"{ONE}/unlock", permission=CHANGE)
async def unlock_user(db: VendorTransaction, by: VendorActor, user_id: UUID) -> Response:
    """Unlock the user, also after too many wrong passwords."""
    await change.unlock_user(db, by, user_id)
    return Response(status_code=200)


@by_id.post(f"{ONE}/verify", permission=CHANGE_FRESH)
async def verify_user(db: VendorTransaction, by: VendorActor, user_id: UUID) -> Response:
    """Mark the user's address verified; accounts that they opened, or you added them to, become active
    for them. 403 `access.step_up_needed` for one of the staff who showed two factors more than 15 minutes
    ago."""
    await change.verify_user(db, by, user_id)
    return Response(status_code=200)


@by_id.post(f"{ONE}/tenant", permission=CHANGE, status_code=201, **schemas.SHOWS)
async def add_user_to_tenant(
    db: VendorTransaction, caller: VendorCaller, user_id: UUID, data: schemas.NewTenant
) -> Response:
    """Add the user to another account, by invitation; with `skipInviteEmail` at once. 409
    `memberships.already_member`."""
    await create.add_user_to_tenant(db, caller, user_id, data)
    return await read.describe_user(db, user_id, 201)


@by_id.put(f"{ONE}/tenant", permission=CHANGE, **schemas.SHOWS)
async def set_tenant_of_user(
    db: VendorTransaction, by: VendorActor, user_id: UUID, data: schemas.UserTenantChoice
) -> Response:
    """Set which of their accounts the user enters first. 404 `users.not_a_member`."""
    await change.set_default_tenant(db, by, user_id, data.tenant_id)
    return await read.describe_user(db, user_id)


@by_id.post(f"{ONE}/links/generate-activation-token", permission=CHANGE_FRESH, status_code=201)
async def generate_activation_link(
    db: VendorTransaction, resources: AllResources, by: VendorActor, user_id: UUID
) -> schemas.LinkOut:
    """The link of the activation mail, for mail of your own. 409 `users.nothing_to_activate`; 403
    `access.step_up_needed` for one of the staff who showed two factors more than 15 minutes ago."""
    return await change.make_activation_link(db, resources, by, user_id)


@by_id.post(f"{ONE}/links/generate-password-reset-token", permission=CHANGE_FRESH, status_code=201)
async def generate_password_reset_link(
    db: VendorTransaction, resources: AllResources, by: VendorActor, user_id: UUID
) -> schemas.LinkOut:
    """A link with which the user chooses a new password; it lasts an hour. 403 `access.step_up_needed`
    for one of the staff who showed two factors more than 15 minutes ago."""
    return await change.make_password_reset_link(db, resources, by, user_id)


BULK = "/identity/resources/users/bulk/v1"

bulk_invite_router = Router(tags=["Vendor"], route_class=VendorRoute)


@bulk_invite_router.post(f"{BULK}/invite", permission=WRITE, status_code=202)
async def invite_users_in_bulk(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    tenant_id: OfTenant,
    data: schemas.BulkInvite,
) -> schemas.BulkTask:
    """Invite up to a thousand users to the account of `frontegg-tenant-id`, soon; `status` says which
    were refused, and why. 404 for the account; 403 `access.step_up_needed` for a user with `verified`, by
    one of the staff who showed two factors more than 15 minutes ago."""
    task_id = await invite_many.begin_bulk_invite(db, resources, caller, tenant_id, data.users)
    return schemas.BulkTask(id=task_id)


@bulk_invite_router.get(
    f"{BULK}/status/{{task_id}}", permission=READ, response_model_exclude_none=True
)
async def get_bulk_invite_status(db: VendorTransaction, task_id: UUID) -> TaskOut:
    """The progress of the task; kept for 30 days."""
    return to_task_response(await tasks.find_task(db, "invite", task_id))
