from typing import Annotated

from fastapi import Query as Parameter

from gatehouse.access.guard import CurrentPrincipal, SystemTransaction
from gatehouse.identity.mfa.schemas import RememberDevice, Strategies, StrategyState
from gatehouse.identity.sign_in import pending
from gatehouse.kit.router import Router
from gatehouse.vendor.current import CurrentConfiguration

router = Router(prefix="/identity/resources/configurations/v1", tags=["MFA"])

STRATEGIES = ("AuthenticatorApp", "WebAuthnPlatform", "WebAuthnCrossPlatform", "SMS", "EmailCode")


@router.get("/mfa-policy/allow-remember-device", tags=["Public configuration"])
async def may_remember_device(
    db: SystemTransaction,
    mfa_token: Annotated[str | None, Parameter(alias="mfaToken", max_length=2000)] = None,
) -> RememberDevice:
    """Check whether the tenant of this sign-in allows remembered browsers, and for how long; no for an
    unknown token."""
    remembering = await pending.find_remembering_rule(db, mfa_token) if mfa_token else None
    if remembering is None or not remembering.is_allowed:
        return RememberDevice(is_allowed_to_remember=False, mfa_device_expiration=0)
    return RememberDevice(is_allowed_to_remember=True, mfa_device_expiration=remembering.seconds)


@router.get("/mfa/strategies")
async def list_mfa_strategies(
    caller: CurrentPrincipal, configuration: CurrentConfiguration
) -> Strategies:
    """List the MFA methods that users may enroll."""
    offered = configuration.vendor.mfa_strategies
    return Strategies(
        strategies=[StrategyState(strategy=name, is_active=name in offered) for name in STRATEGIES]
    )
