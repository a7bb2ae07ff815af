from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field

from gatehouse.access.client import CurrentClient
from gatehouse.access.vendor import (
    SharedRoute,
    VendorPermission,
    VendorPrincipal,
    VendorTransaction,
    vendor_may,
)
from gatehouse.kit.deployment import Deployment
from gatehouse.kit.resources import AllResources, resource
from gatehouse.kit.schemas import Wire
from gatehouse.management.configuration import service
from gatehouse.management.configuration.schemas import (
    BasicPolicy,
    MfaRulesChange,
    MfaStrategyChange,
    PasswordRulesChange,
    SecondFactors,
    SecondFactorsChange,
    VendorPolicy,
    VendorPolicyChange,
)
from gatehouse.policies.mfa.schemas import MfaPolicyOut
from gatehouse.policies.password_rules.schemas import PasswordConfig

CanRead = Annotated[VendorPrincipal, vendor_may(VendorPermission.READ_CONFIGURATION)]
CanWrite = Annotated[VendorPrincipal, vendor_may(VendorPermission.WRITE_CONFIGURATION)]

POLICY = "/identity/resources/configurations/v1"

shared = APIRouter(tags=["Vendor"], route_class=SharedRoute, include_in_schema=False)
router = APIRouter(tags=["Vendor"])


class BaseUrl(Wire):
    base_url: str = Field(alias="baseURL")


@shared.get(POLICY)
async def get_vendor_policy(
    db: VendorTransaction, resources: AllResources, caller: CanRead
) -> VendorPolicy:
    """What holds for every tenant; server packages take the key for tokens from here."""
    return await service.get_policy(db, resources)


@router.post(POLICY, status_code=201)
async def change_vendor_policy(
    db: VendorTransaction,
    resources: AllResources,
    caller: CanWrite,
    client: CurrentClient,
    data: VendorPolicyChange,
) -> VendorPolicy:
    """Change what is given; in force everywhere within a second."""
    await service.change_policy(db, caller, client, data)
    return await service.get_policy(db, resources)


@router.get(f"{POLICY}/basic")
async def get_basic_policy(db: VendorTransaction, caller: CanRead) -> BasicPolicy:
    """What server packages ask first."""
    return await service.get_basic(db)


@router.post(f"{POLICY}/password", status_code=201)
async def change_password_rules(
    db: VendorTransaction,
    resources: AllResources,
    caller: CanWrite,
    client: CurrentClient,
    data: PasswordRulesChange,
) -> PasswordConfig:
    """The rules for everybody's new passwords; 400 for rules of composition."""
    await service.change_password_rules(db, caller, client, data)
    return await service.get_password_rules(db, resources)


@router.put(f"{POLICY}/mfa-policy", response_model_exclude_none=True)
async def change_mfa_rules(
    db: VendorTransaction, caller: CanWrite, client: CurrentClient, data: MfaRulesChange
) -> MfaPolicyOut:
    """What holds for tenants that say nothing themselves."""
    await service.change_mfa_rules(db, caller, client, data)
    return await service.get_mfa_rules(db)


@router.get(f"{POLICY}/mfa")
async def get_second_factors(
    db: VendorTransaction, resources: AllResources, caller: CanRead
) -> SecondFactors:
    """Which codes people may have as a second factor."""
    return await service.get_second_factors(db, resources)


@router.post(f"{POLICY}/mfa", status_code=201)
async def change_second_factors(
    db: VendorTransaction,
    resources: AllResources,
    caller: CanWrite,
    client: CurrentClient,
    data: SecondFactorsChange,
) -> SecondFactors:
    """Offer these kinds, or offer them no more; 400 for the last one of all."""
    await service.change_second_factors(db, caller, client, data)
    return await service.get_second_factors(db, resources)


@router.post(f"{POLICY}/mfa/strategies", status_code=201)
async def change_mfa_strategy(
    db: VendorTransaction, caller: CanWrite, client: CurrentClient, data: MfaStrategyChange
) -> Response:
    """Offer a second factor, or offer it no more; 400 for the last one. Whoever has enrolled it keeps it."""
    await service.change_mfa_strategy(db, caller, client, data)
    return Response(status_code=201)


@router.get("/vendors/base-url")
async def get_base_url(
    caller: CanRead, deployment: Annotated[Deployment, resource(Deployment)]
) -> BaseUrl:
    """Where people sign in."""
    return BaseUrl(baseURL=deployment.public_url)
