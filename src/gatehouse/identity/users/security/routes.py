"""A user's sessions and sign-in methods, for the vendor's support."""

from uuid import UUID

from gatehouse.access.client import CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorPermission,
    VendorRoute,
    VendorTransaction,
    vendor_may_change_person,
)
from gatehouse.identity.sessions.models import ListedSession
from gatehouse.identity.users.security import sessions, ways_in
from gatehouse.identity.users.security.models import ExternalIdentityOfUser
from gatehouse.identity.users.security.schemas import (
    PersonFactorOut,
    PersonIdentityOut,
    PersonSessionOut,
    Removal,
)
from gatehouse.kit.resources import AllResources

router = Router(
    prefix="/identity/resources/vendor-only/users/v1/{user_id}",
    tags=["Vendor"],
    route_class=VendorRoute,
)


@router.get(
    "/sessions",
    permission=VendorPermission.READ_USERS,
    response_model=list[PersonSessionOut],
    response_model_exclude_none=True,
)
async def list_sessions_of_user(db: VendorTransaction, user_id: UUID) -> list[ListedSession]:
    """The user's sessions, most recently used first."""
    return await sessions.list_sessions(db, user_id)


@router.delete("/sessions", permission=vendor_may_change_person(), status_code=204)
async def end_sessions_of_user(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, user_id: UUID
) -> None:
    """Sign the user out everywhere; no browser is remembered any more."""
    await sessions.end_all(db, caller, client, user_id)


@router.delete("/sessions/{session_id}", permission=vendor_may_change_person(), status_code=204)
async def end_session_of_user(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    user_id: UUID,
    session_id: UUID,
) -> None:
    """End one session. 404 `session.unknown` when it is not this user's, or has ended."""
    await sessions.end_one(db, caller, client, user_id, session_id)


@router.get("/factors", permission=VendorPermission.READ_USERS, response_model_exclude_none=True)
async def list_factors_of_user(db: VendorTransaction, user_id: UUID) -> list[PersonFactorOut]:
    """MFA factors and passkeys; numbers are masked."""
    return await ways_in.list_factors(db, user_id)


@router.post("/factors/{factor_id}/remove", permission=vendor_may_change_person(), status_code=204)
async def remove_factor_of_user(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    user_id: UUID,
    factor_id: UUID,
    data: Removal,
) -> None:
    """Remove one MFA factor or passkey. The user is notified by mail and has to sign in again. 403
    `access.step_up_needed` for one of the staff who showed two factors more than 15 minutes ago."""
    await ways_in.remove_factor(db, resources, caller, client, user_id, factor_id, data.reason)


@router.get(
    "/identities", permission=VendorPermission.READ_USERS, response_model=list[PersonIdentityOut]
)
async def list_identities_of_user(
    db: VendorTransaction, user_id: UUID
) -> list[ExternalIdentityOfUser]:
    """The external accounts that can sign in to this one."""
    return await ways_in.list_identities(db, user_id)


@router.post(
    "/identities/{identity_id}/remove", permission=vendor_may_change_person(), status_code=204
)
async def unlink_identity_of_user(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    user_id: UUID,
    identity_id: UUID,
    data: Removal,
) -> None:
    """Unlink an external account, which can no longer sign in to this one; every session ends. 404
    `users.unknown_identity`, 403 `access.step_up_needed` for one of the staff who showed two factors more
    than 15 minutes ago."""
    await ways_in.unlink_external_identity(db, caller, client, user_id, identity_id, data.reason)
