"""User operations that only the vendor's backends have (wire reference §16.6), and a user's sessions and
sign-in methods."""

from uuid import UUID

from fastapi import Response

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import VendorRoute, VendorTransaction, require_user_change
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.audit.actors import VendorActor
from gatehouse.identity.sessions.models import ListedSession
from gatehouse.identity.sign_in.password import is_password_right
from gatehouse.identity.users import change_roles, create, read, schemas, sign_in_methods
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import without_nulls
from gatehouse.tasks import service as tasks

USERS = "/identity/resources/vendor-only/users/v1"

router = Router(tags=["Vendor"], route_class=VendorRoute)
READ, WRITE = VendorPermission.READ_USERS, VendorPermission.WRITE_USERS
CHANGE, CHANGE_FRESH = require_user_change(), require_user_change(fresh=True)


@router.post(USERS, permission=WRITE, status_code=201, **schemas.SHOWS)
async def create_vendor_only_user(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    data: schemas.VendorOnlyUserCreate,
) -> Response:
    """Add a user to an account without a mail. 404 for the account or a role, 409
    `memberships.already_member`, `users.email_taken` for a password of a user who has an account."""
    user_id = await create.create_user_without_mail(db, resources, caller, data)
    return await read.describe_user(db, user_id, 201)


@router.post(f"{USERS}/passwords/verify", permission=WRITE)
async def verify_password_of_user(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    data: schemas.PasswordToVerify,
) -> schemas.PasswordVerified:
    """Whether the password fits: no, in the same time, also for an address without an account and for a
    locked-out user. Wrong ones count as at the login; 429 after too many calls."""
    await db.pause()
    fits = await is_password_right(
        resources,
        data.email,
        data.password,
        client=caller.client,
        asked_by=str(caller.credential_id),
    )
    return schemas.PasswordVerified(is_valid=fits)


@router.get(
    f"{USERS}/bulk-roles/status/{{task_id}}", permission=READ, response_model_exclude_none=True
)
async def get_bulk_roles_status(db: VendorTransaction, task_id: UUID) -> schemas.RolesStatus:
    """The progress of a change of roles in many accounts; kept for 30 days."""
    task = await tasks.find_task(db, "roles", task_id)
    return schemas.RolesStatus(
        id=task.id,
        user_id=task.about["userId"],
        status=task.status,
        total_tenants=task.total,
        processed_tenants=task.position,
        added_role_ids=task.about["add"],
        removed_role_ids=task.about["remove"],
        errors=[
            schemas.RolesProblem(
                message=one["message"], tenant_id=one["tenantId"], details=one["code"]
            )
            for one in task.errors
        ],
    )


@router.get(f"{USERS}/{{user_id}}", permission=READ, **schemas.SHOWS)
async def get_vendor_only_user(db: VendorTransaction, user_id: UUID) -> Response:
    """A user, with all their accounts."""
    return await read.describe_user(db, user_id)


@router.post(f"{USERS}/{{user_id}}/mfa/unenroll", permission=CHANGE_FRESH)
async def unenroll_user_from_mfa(
    db: VendorTransaction, resources: AllResources, by: VendorActor, user_id: UUID
) -> Response:
    """Remove all MFA factors. The user is notified by mail and has to sign in again. 403
    `access.step_up_needed` for one of the staff who showed two factors more than 15 minutes ago."""
    await create.remove_all_factors(db, resources, by, user_id)
    return Response(status_code=200)


@router.patch(f"{USERS}/{{user_id}}/roles/bulk", permission=CHANGE)
async def change_roles_everywhere(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    user_id: UUID,
    data: schemas.RolesEverywhere,
) -> schemas.RolesChange:
    """Add and remove roles in many accounts, soon; `bulk-roles/status/{taskId}` says where it failed. 404
    for a role, and `users.not_a_member` for an account that is not the user's."""
    return await change_roles.begin_role_change(db, resources, caller, user_id, data)


security_router = Router(
    prefix="/identity/resources/vendor-only/users/v1/{user_id}",
    tags=["Vendor"],
    route_class=VendorRoute,
)


@security_router.get("/sessions", permission=READ, **without_nulls(list[schemas.PersonSessionOut]))
async def list_sessions_of_user(db: VendorTransaction, user_id: UUID) -> list[ListedSession]:
    """The user's sessions, most recently used first."""
    return await sign_in_methods.list_sessions(db, user_id)


@security_router.delete("/sessions", permission=CHANGE, status_code=204)
async def end_sessions_of_user(db: VendorTransaction, by: VendorActor, user_id: UUID) -> None:
    """Sign the user out everywhere; no browser is remembered any more."""
    await sign_in_methods.end_sessions_by_vendor(db, by, user_id)


@security_router.delete("/sessions/{session_id}", permission=CHANGE, status_code=204)
async def end_session_of_user(
    db: VendorTransaction, by: VendorActor, user_id: UUID, session_id: UUID
) -> None:
    """End one session. 404 `session.unknown` when it is not this user's, or has ended."""
    await sign_in_methods.end_session_by_vendor(db, by, user_id, session_id)


@security_router.get("/factors", permission=READ, response_model_exclude_none=True)
async def list_factors_of_user(
    db: VendorTransaction, user_id: UUID
) -> list[schemas.PersonFactorOut]:
    """MFA factors and passkeys; numbers are masked."""
    return await sign_in_methods.list_factors(db, user_id)


@security_router.post("/factors/{factor_id}/remove", permission=CHANGE, status_code=204)
async def remove_factor_of_user(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    user_id: UUID,
    factor_id: UUID,
    data: schemas.Removal,
) -> None:
    """Remove one MFA factor or passkey. The user is notified by mail and has to sign in again. 403
    `access.step_up_needed` for one of the staff who showed two factors more than 15 minutes ago."""
    await sign_in_methods.remove_factor(db, resources, caller, user_id, factor_id, data.reason)


@security_router.get("/identities", permission=READ)
async def list_identities_of_user(
    db: VendorTransaction, user_id: UUID
) -> list[schemas.PersonIdentityOut]:
    """The external accounts that can sign in to this one."""
    return await sign_in_methods.list_identities(db, user_id)


@security_router.post("/identities/{identity_id}/remove", permission=CHANGE, status_code=204)
async def unlink_identity_of_user(
    db: VendorTransaction,
    caller: VendorCaller,
    user_id: UUID,
    identity_id: UUID,
    data: schemas.Removal,
) -> None:
    """Unlink an external account, which can no longer sign in to this one; every session ends. 404
    `users.unknown_identity`, 403 `access.step_up_needed` for one of the staff who showed two factors more
    than 15 minutes ago."""
    await sign_in_methods.unlink_external_identity(db, caller, user_id, identity_id, data.reason)
