from typing import Annotated

from fastapi import Header, Response
from pydantic import Field

from gatehouse.access.client import ACCOUNT, CurrentClient
from gatehouse.access.router import Router, VendorCaller
from gatehouse.access.vendor import (
    CurrentVendor,
    SharedRoute,
    UnnamedRoute,
    VendorPermission,
    VendorRoute,
    VendorTransaction,
)
from gatehouse.directory.people.schemas import TemporaryUsers
from gatehouse.identity.sign_in_rules import service
from gatehouse.identity.sign_in_rules.schemas import (
    ActivationStrategyChange,
    BasicPolicy,
    CodeStrategy,
    Delegation,
    DelegationChange,
    InvitationStrategyChange,
    MfaRulesChange,
    MfaStrategyChange,
    PasswordRulesChange,
    SecondFactors,
    SecondFactorsChange,
    VendorPolicy,
    VendorPolicyChange,
)
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.errors import Invalid
from gatehouse.kit.resources import AllResources, resource
from gatehouse.kit.schemas import Wire
from gatehouse.policies.password_rules.service import PasswordConfig
from gatehouse.policies.tenant_policies import MfaPolicyOut

POLICY = "/identity/resources/configurations/v1"

shared = Router(tags=["Vendor"], route_class=SharedRoute, include_in_schema=False)
of_everybody = Router(tags=["Vendor"], route_class=UnnamedRoute, include_in_schema=False)
router = Router(tags=["Vendor"], route_class=VendorRoute)


class BaseUrl(Wire):
    base_url: str = Field(alias="baseURL")


@shared.get(POLICY, permission=VendorPermission.READ_CONFIGURATION)
async def get_vendor_policy(db: VendorTransaction, resources: AllResources) -> VendorPolicy:
    """The policy for every tenant; server packages read the key for tokens from here."""
    return await service.get_policy(db, resources)


@router.post(POLICY, permission=VendorPermission.WRITE_CONFIGURATION, status_code=201)
async def change_vendor_policy(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    data: VendorPolicyChange,
) -> VendorPolicy:
    """Change the given fields; in force everywhere within a second."""
    await service.change_policy(db, caller, client, data)
    return await service.get_policy(db, resources)


@router.get(f"{POLICY}/basic", permission=VendorPermission.READ_CONFIGURATION)
async def get_basic_policy(db: VendorTransaction) -> BasicPolicy:
    """The basic policy that server packages read first."""
    return await service.get_basic(db)


@of_everybody.get(f"{POLICY}/password")
async def get_password_rules_of_vendor(
    db: VendorTransaction, resources: AllResources, caller: CurrentVendor
) -> PasswordConfig:
    """The rules as stored in the database, so that a change is readable at once. They are public."""
    return await service.get_password_rules(db, resources)


@router.post(f"{POLICY}/password", permission=VendorPermission.WRITE_CONFIGURATION, status_code=201)
async def change_password_rules(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    data: PasswordRulesChange,
    of_tenant: Annotated[str | None, Header(alias=ACCOUNT)] = None,
) -> PasswordConfig:
    """Change the rules for all users' new passwords; 400 for rules of composition, and for an account's
    own."""
    if of_tenant is not None:
        raise Invalid("Rules for new passwords are those of all accounts: name none")
    await service.change_password_rules(db, caller, client, data)
    return await service.get_password_rules(db, resources)


@of_everybody.put(
    f"{POLICY}/mfa-policy",
    permission=VendorPermission.WRITE_CONFIGURATION,
    response_model_exclude_none=True,
)
async def change_mfa_rules(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: MfaRulesChange
) -> MfaPolicyOut:
    """Change the MFA rules for tenants without their own."""
    await service.change_mfa_rules(db, caller, client, data)
    return await service.get_mfa_rules(db)


@router.get(f"{POLICY}/mfa", permission=VendorPermission.READ_CONFIGURATION)
async def get_second_factors(db: VendorTransaction, resources: AllResources) -> SecondFactors:
    """The codes that users may have as an MFA factor."""
    return await service.get_second_factors(db, resources)


@router.post(f"{POLICY}/mfa", permission=VendorPermission.WRITE_CONFIGURATION, status_code=201)
async def change_second_factors(
    db: VendorTransaction,
    resources: AllResources,
    caller: VendorCaller,
    client: CurrentClient,
    data: SecondFactorsChange,
) -> SecondFactors:
    """Offer these kinds of factors, or stop offering them; 400 for the last one of all."""
    await service.change_second_factors(db, caller, client, data)
    return await service.get_second_factors(db, resources)


@router.post(
    f"{POLICY}/mfa/strategies", permission=VendorPermission.WRITE_CONFIGURATION, status_code=201
)
async def change_mfa_strategy(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: MfaStrategyChange
) -> Response:
    """Offer an MFA factor, or stop offering it; 400 for the last one. Users who have enrolled it keep it."""
    await service.change_mfa_strategy(db, caller, client, data)
    return Response(status_code=201)


@router.get("/vendors/base-url", permission=VendorPermission.READ_CONFIGURATION)
async def get_base_url(deployment: Annotated[Deployment, resource(Deployment)]) -> BaseUrl:
    """The address of the sign-in page."""
    return BaseUrl(baseURL=deployment.public_url)


@router.get(f"{POLICY}/activation/strategies", permission=VendorPermission.READ_CONFIGURATION)
async def get_activation_strategy(db: VendorTransaction) -> CodeStrategy:
    """Whether the mail about a new account has a code, and for how many seconds that works."""
    return await service.get_activation_strategy(db)


@router.post(f"{POLICY}/activation/strategies", permission=VendorPermission.WRITE_CONFIGURATION)
async def change_activation_strategy(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    data: ActivationStrategyChange,
) -> Response:
    """In force everywhere within a second."""
    await service.change_code_strategy(db, caller, client, "activation", data)
    return Response()


@router.get(f"{POLICY}/invitation/strategies", permission=VendorPermission.READ_CONFIGURATION)
async def get_invitation_strategy(db: VendorTransaction) -> CodeStrategy:
    """Whether invitations are accepted by a code, and for how many seconds that works."""
    return await service.get_invitation_strategy(db)


@router.post(f"{POLICY}/invitation/strategies", permission=VendorPermission.WRITE_CONFIGURATION)
async def change_invitation_strategy(
    db: VendorTransaction,
    caller: VendorCaller,
    client: CurrentClient,
    data: InvitationStrategyChange,
) -> Response:
    """In force everywhere within a second, for invitations from then on."""
    await service.change_code_strategy(db, caller, client, "invitation", data)
    return Response()


@router.get(f"{POLICY}/delegation", permission=VendorPermission.READ_CONFIGURATION)
async def get_delegation(db: VendorTransaction) -> Delegation:
    """Whether impersonation is allowed."""
    return Delegation(enabled=await service.get_delegation(db))


@router.post(f"{POLICY}/delegation", permission=VendorPermission.WRITE_CONFIGURATION)
async def change_delegation(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: DelegationChange
) -> Response:
    """Allow or forbid impersonation. Once it is off, active impersonation sessions end immediately."""
    await service.change_delegation(db, caller, client, data.enabled)
    return Response()


@router.put(
    "/identity/resources/users/temporary/v1/configuration",
    permission=VendorPermission.WRITE_CONFIGURATION,
)
async def change_temporary_users_configuration(
    db: VendorTransaction, caller: VendorCaller, client: CurrentClient, data: TemporaryUsers
) -> TemporaryUsers:
    """Whether users may be given temporary access. Existing temporary access expires as planned."""
    await service.change_temporary_users(db, caller, client, data.enabled)
    return data
