from typing import Annotated

from fastapi import Depends, Header, Response
from pydantic import Field

from gatehouse.access.client import ACCOUNT
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    CurrentVendor,
    SharedRoute,
    UnnamedRoute,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.directory.people.schemas import TemporaryUsers
from gatehouse.identity.mfa.policy import MFA_POLICY, MfaPolicyOut
from gatehouse.identity.sign_in_rules import schemas, service
from gatehouse.identity.sign_in_rules.service import PolicyChange
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.errors import Invalid
from gatehouse.kit.resources import AllResources, resource
from gatehouse.kit.schemas import Wire
from gatehouse.policies.password_rules.service import PasswordConfig
from gatehouse.vendor.configuration.snapshot import read_snapshot

POLICY = "/identity/resources/configurations/v1"
READ, WRITE = VendorPermission.READ_CONFIGURATION, VendorPermission.WRITE_CONFIGURATION

shared = Router(tags=["Vendor"], route_class=SharedRoute, include_in_schema=False)
of_everybody = Router(tags=["Vendor"], route_class=UnnamedRoute, include_in_schema=False)
router = Router(tags=["Vendor"], route_class=VendorRoute)


class BaseUrl(Wire):
    base_url: str = Field(alias="baseURL")


async def _policy_change(
    db: VendorTransaction, resources: AllResources, caller: VendorCaller
) -> PolicyChange:
    return PolicyChange(db, resources, caller)


Change = Annotated[PolicyChange, Depends(_policy_change)]


@shared.get(POLICY, permission=READ)
async def get_vendor_policy(db: VendorTransaction, resources: AllResources) -> schemas.VendorPolicy:
    """The policy for every tenant; server packages read the key for tokens from here."""
    return await service.get_policy(db, resources)


@router.post(POLICY, permission=WRITE, status_code=201)
async def change_vendor_policy(
    call: Change, data: schemas.VendorPolicyChange
) -> schemas.VendorPolicy:
    """Change the given fields; in force everywhere within a second."""
    await service.change_policy(call, data)
    return await service.get_policy(call.db, call.resources)


@router.get(f"{POLICY}/basic", permission=READ)
async def get_basic_policy(db: VendorTransaction) -> schemas.BasicPolicy:
    """The basic policy that server packages read first."""
    return schemas.BasicPolicy.model_validate((await read_snapshot(db)).vendor)


@of_everybody.get(f"{POLICY}/password")
async def get_password_rules_of_vendor(
    db: VendorTransaction, resources: AllResources, caller: CurrentVendor
) -> PasswordConfig:
    """The rules as stored in the database, so that a change is readable at once. They are public."""
    return await service.get_password_rules(db, resources)


@router.post(f"{POLICY}/password", permission=WRITE, status_code=201)
async def change_password_rules(
    call: Change,
    data: schemas.PasswordRulesChange,
    of_tenant: Annotated[str | None, Header(alias=ACCOUNT)] = None,
) -> PasswordConfig:
    """Change the rules for all users' new passwords; 400 for rules of composition, and for an account's
    own."""
    if of_tenant is not None:
        raise Invalid("Password rules apply to all tenants. Do not name a tenant.")
    await call.change(
        "policies",
        password_min_length=data.min_length,
        block_breached_passwords=data.block_pwned_passwords,
    )
    return await service.get_password_rules(call.db, call.resources)


@of_everybody.put(f"{POLICY}/mfa-policy", permission=WRITE, response_model_exclude_none=True)
async def change_mfa_rules(call: Change, data: schemas.MfaRulesChange) -> MfaPolicyOut:
    """Change the MFA rules for tenants without their own."""
    await call.change(
        "policies",
        mfa_enforcement=data.enforce_mfa_type,
        mfa_remember_device=data.allow_remember_my_device,
        mfa_device_seconds=data.mfa_device_expiration,
    )
    return MFA_POLICY.default_policy(await read_snapshot(call.db))


@router.get(f"{POLICY}/mfa", permission=READ)
async def get_second_factors(
    db: VendorTransaction, resources: AllResources
) -> schemas.SecondFactors:
    """The codes that users may have as an MFA factor."""
    return await service.get_second_factors(db, resources)


@router.post(f"{POLICY}/mfa", permission=WRITE, status_code=201)
async def change_second_factors(
    call: Change, data: schemas.SecondFactorsChange
) -> schemas.SecondFactors:
    """Offer these kinds of factors, or stop offering them; 400 for the last one of all."""
    await service.change_second_factors(call, data)
    return await service.get_second_factors(call.db, call.resources)


@router.post(f"{POLICY}/mfa/strategies", permission=WRITE, status_code=201)
async def change_mfa_strategy(call: Change, data: schemas.MfaStrategyChange) -> Response:
    """Offer an MFA factor, or stop offering it; 400 for the last one. Users who have enrolled it keep it."""
    await service.change_mfa_strategy(call, data)
    return Response(status_code=201)


@router.get("/vendors/base-url", permission=READ)
async def get_base_url(deployment: Annotated[Deployment, resource(Deployment)]) -> BaseUrl:
    """The address of the sign-in page."""
    return BaseUrl(baseURL=deployment.public_url)


@router.get(f"{POLICY}/activation/strategies", permission=READ)
async def get_activation_strategy(db: VendorTransaction) -> schemas.CodeStrategy:
    """Whether the mail about a new account has a code, and for how many seconds that works."""
    now = (await read_snapshot(db)).vendor
    return schemas.CodeStrategy(
        strategy=now.activation_strategy, code_expiration=now.activation_code_seconds
    )


@router.post(f"{POLICY}/activation/strategies", permission=WRITE)
async def change_activation_strategy(
    call: Change, data: schemas.ActivationStrategyChange
) -> Response:
    """In force everywhere within a second."""
    await call.change(
        "sign_in",
        activation_strategy=data.strategy,
        activation_code_seconds=data.code_expiration,
    )
    return Response()


@router.get(f"{POLICY}/invitation/strategies", permission=READ)
async def get_invitation_strategy(db: VendorTransaction) -> schemas.CodeStrategy:
    """Whether invitations are accepted by a code, and for how many seconds that works."""
    now = (await read_snapshot(db)).vendor
    return schemas.CodeStrategy(
        strategy=now.invitation_strategy, code_expiration=now.invitation_code_seconds
    )


@router.post(f"{POLICY}/invitation/strategies", permission=WRITE)
async def change_invitation_strategy(
    call: Change, data: schemas.InvitationStrategyChange
) -> Response:
    """In force everywhere within a second, for invitations from then on."""
    await call.change(
        "sign_in",
        invitation_strategy=data.strategy,
        invitation_code_seconds=data.code_expiration,
    )
    return Response()


@router.get(f"{POLICY}/delegation", permission=READ)
async def get_delegation(db: VendorTransaction) -> schemas.Delegation:
    """Whether impersonation is allowed."""
    return schemas.Delegation(enabled=(await read_snapshot(db)).vendor.delegation_enabled)


@router.post(f"{POLICY}/delegation", permission=WRITE)
async def change_delegation(call: Change, data: schemas.DelegationChange) -> Response:
    """Allow or forbid impersonation. Once it is off, active impersonation sessions end immediately."""
    await call.change("policies", delegation_enabled=data.enabled)
    return Response()


@router.put("/identity/resources/users/temporary/v1/configuration", permission=WRITE)
async def change_temporary_users_configuration(
    call: Change, data: TemporaryUsers
) -> TemporaryUsers:
    """Whether users may be given temporary access. Existing temporary access expires as planned."""
    await call.change("policies", temporary_users_enabled=data.enabled)
    return data
