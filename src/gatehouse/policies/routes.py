"""Routes of the policies that apply to every tenant, of those that a tenant sets, and of password rules."""

from typing import Annotated

from gatehouse.access.guard import CurrentPrincipal
from gatehouse.access.router import Router
from gatehouse.access.settings import AccessSettings
from gatehouse.access.signing_keys import KeyRing
from gatehouse.kit.resources import resource
from gatehouse.policies.general import GlobalPolicy, global_policy
from gatehouse.policies.password_rules.service import PasswordConfig, RecoveryStrategy, config_of
from gatehouse.policies.settings import PasswordSettings
from gatehouse.policies.tenant_policies import (
    IMPERSONATION,
    LOCKOUT,
    PASSWORD_HISTORY,
    PASSWORD_ROTATION,
)
from gatehouse.policies.tenant_policy import policy_router
from gatehouse.vendor.configuration.service import AuthStrategies, auth_strategies
from gatehouse.vendor.current import CurrentConfiguration

general = Router(prefix="/identity/resources/configurations/v1", tags=["Security policies"])
lockout = policy_router(LOCKOUT)
impersonation = policy_router(IMPERSONATION)
passwords = Router(prefix="/identity/resources", tags=["Passwords"])
password_history = policy_router(PASSWORD_HISTORY)
# The published API returns 200 here, unlike for the other policies.
password_rotation = policy_router(PASSWORD_ROTATION, made=200)

CurrentPasswordSettings = Annotated[PasswordSettings, resource(PasswordSettings)]


@general.get("")
async def get_global_policy(
    caller: CurrentPrincipal,
    configuration: CurrentConfiguration,
    keys: Annotated[KeyRing, resource(KeyRing)],
    settings: Annotated[AccessSettings, resource(AccessSettings)],
) -> GlobalPolicy:
    """The policy that applies to every tenant. Wire reference §16, security policy."""
    return global_policy(configuration, keys, settings)


@general.get("/auth/strategies")
async def get_auth_strategies(
    caller: CurrentPrincipal, configuration: CurrentConfiguration
) -> AuthStrategies:
    """Authentication strategies, identical to the public endpoint."""
    return auth_strategies(configuration)


@passwords.get("/configurations/v1/password", summary="The rules for new passwords")
async def password_config(
    settings: CurrentPasswordSettings, configuration: CurrentConfiguration
) -> PasswordConfig:
    """Public: sign-up, activation and reset pages show it."""
    return config_of(settings, configuration)


@passwords.get("/users/v1/passwords/config", summary="The rules for this person's new password")
async def password_config_of_user(
    settings: CurrentPasswordSettings, configuration: CurrentConfiguration
) -> PasswordConfig:
    """Public, so the response is the same for every `userId`, whether or not the user exists."""
    return config_of(settings, configuration)


@passwords.get("/configurations/v1/password-recovery/strategies", summary="Ways to a new password")
async def list_password_recovery_strategies(
    configuration: CurrentConfiguration,
) -> list[RecoveryStrategy]:
    """Public. A mailed link, and text messages where the vendor wants them."""
    return [
        RecoveryStrategy(strategy="email", is_active=True),
        RecoveryStrategy(strategy="sms", is_active=configuration.vendor.password_reset_by_sms),
    ]
