"""Impersonation by the vendor's support staff."""

from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    VendorRoute,
    VendorTransaction,
    must_have_recent_mfa,
    protect_staff,
    protect_staff_home,
)
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.directory.tenants.service import get_tenant
from gatehouse.identity.impersonation import service
from gatehouse.identity.impersonation.queries import IS_FORBIDDEN, ImpersonationRequest
from gatehouse.identity.impersonation.schemas import ActingAllowed, ActingRequest, ActorToken
from gatehouse.identity.impersonation.service import ImpersonatorRequired
from gatehouse.kit.resources import AllResources
from gatehouse.kit.tenant_ids import TenantId

router = Router(
    prefix="/vendor/resources/impersonation/v1", tags=["Vendor"], route_class=VendorRoute
)


@router.get("/tenants/{tenant_id}", permission=VendorPermission.READ_TENANTS)
async def get_acting_allowed(db: VendorTransaction, tenant_id: TenantId) -> ActingAllowed:
    """Whether the account and the vendor's configuration allow impersonation. 404 for an unknown account."""
    await get_tenant(db, tenant_id)
    return ActingAllowed(allowed=not await IS_FORBIDDEN.one(db, tenant_id))


@router.post("/actor-tokens", permission=VendorPermission.IMPERSONATE_USERS, status_code=201)
async def request_acting(
    db: VendorTransaction, resources: AllResources, caller: VendorCaller, data: ActingRequest
) -> ActorToken:
    """For staff of the vendor: a token that counts once, within two minutes, for `/account/impersonate`
    or `POST /identity/resources/impersonation/v1`. The session lasts an hour at most. 403
    `impersonation.person_needed` for a backend, `access.step_up_needed` without recent MFA,
    `impersonation.forbidden` where the account does not allow it, `access.staff_protected` for staff; 404
    `impersonation.no_member`."""
    if caller.session_id is None:
        raise ImpersonatorRequired("Only staff can impersonate users")
    must_have_recent_mfa(caller)
    await protect_staff(db, caller, data.impersonated_user_id)
    await protect_staff_home(db, caller, data.tenant_id)
    asked = ImpersonationRequest(
        data.tenant_id,
        caller.credential_id,
        caller.session_id,
        data.impersonated_user_id,
        data.reason,
        by_staff=True,
    )
    return await service.request_impersonation_as_staff(db, resources, asked, caller.actor)
