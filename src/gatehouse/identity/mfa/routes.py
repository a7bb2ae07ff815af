from datetime import timedelta
from typing import Annotated

import orjson
from fastapi import Query as Parameter
from fastapi import Response

from gatehouse.access.guard import (
    CurrentPrincipal,
    OwnTransaction,
    SignedInPerson,
    SystemTransaction,
    Transaction,
)
from gatehouse.access.permissions import Permission
from gatehouse.access.router import Caller
from gatehouse.identity.mfa import schemas
from gatehouse.identity.mfa.policy import MFA_POLICY, MfaPolicyIn, MfaPolicyOut
from gatehouse.identity.mfa.recovery import reset_mfa_by_recovery_code
from gatehouse.identity.mfa.step_up import generate_step_up_token
from gatehouse.identity.sessions.schemas import LoginResponse
from gatehouse.identity.sign_in import pending
from gatehouse.identity.sign_in.public_call import PublicCall
from gatehouse.identity.sign_in.response import build_answer_body
from gatehouse.kit.plain_route import Json
from gatehouse.kit.resources import AllResources
from gatehouse.kit.router import Router
from gatehouse.policies.tenant_policy import policy_router
from gatehouse.vendor.current import CurrentConfiguration

router = Router(prefix="/identity/resources/configurations/v1", tags=["MFA"])
STRATEGIES = ("AuthenticatorApp", "WebAuthnPlatform", "WebAuthnCrossPlatform", "SMS", "EmailCode")
# Every member may read the policy that applies to them.
policy = policy_router(MFA_POLICY, reader=CurrentPrincipal)
step_up_router = Router(tags=["Step-up"])
recovery_router = Router(tags=["MFA at login"])


@router.get("/mfa-policy/allow-remember-device", tags=["Public configuration"])
async def may_remember_device(
    db: SystemTransaction,
    mfa_token: Annotated[str | None, Parameter(alias="mfaToken", max_length=2000)] = None,
) -> schemas.RememberDevice:
    """Check whether the tenant of this sign-in allows remembered browsers, and for how long; no for an
    unknown token."""
    remembering = await pending.find_remembering_rule(db, mfa_token) if mfa_token else None
    if remembering is None or not remembering.is_allowed:
        return schemas.RememberDevice(is_allowed_to_remember=False, mfa_device_expiration=0)
    return schemas.RememberDevice(
        is_allowed_to_remember=True, mfa_device_expiration=remembering.seconds
    )


@router.get("/mfa/strategies")
async def list_mfa_strategies(
    caller: CurrentPrincipal, configuration: CurrentConfiguration
) -> schemas.Strategies:
    """List the MFA methods that users may enroll."""
    offered = configuration.vendor.mfa_strategies
    return schemas.Strategies(
        strategies=[
            schemas.StrategyState(strategy=name, is_active=name in offered) for name in STRATEGIES
        ]
    )


@policy.put(
    "",
    permission=Permission.WRITE_SECURITY_POLICY,
    name="replace_mfa_policy",
    response_model_exclude_none=True,
)
async def change_mfa_policy(
    db: Transaction, caller: Caller, configuration: CurrentConfiguration, data: MfaPolicyIn
) -> MfaPolicyOut:
    """Change the policy of one tenant; missing fields keep their value."""
    return await MFA_POLICY.save_policy(db, caller, data, configuration)


@step_up_router.post(
    "/identity/resources/auth/v1/user/step-up/generate",
    response_model=LoginResponse,
    responses={400: {"description": "MFA is not enrolled"}},
)
async def generate_step_up(
    db: OwnTransaction,
    resources: AllResources,
    caller: SignedInPerson,
    data: schemas.StepUp | None = None,
) -> Response:
    """Request MFA again, unless it was completed within `maxAge` seconds; the next steps are as at login,
    with a new session in place of this one. Wire reference §7."""
    seconds = data.max_age if data else None
    max_age = None if seconds is None else timedelta(seconds=seconds)
    outcome = await generate_step_up_token(db, resources, caller, max_age)
    return Json(orjson.dumps(build_answer_body(outcome)))


@recovery_router.post("/identity/resources/auth/v1/user/mfa/recover")
async def recover_mfa(call: PublicCall, data: schemas.Recovery) -> Response:
    """Remove all MFA factors with the recovery code, which works once; the user then signs in without MFA.
    401 alike for a wrong code and an unknown email address. Every session ends."""
    await reset_mfa_by_recovery_code(call, data.email, data.recovery_code)
    return Response(status_code=200)
