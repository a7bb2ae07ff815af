from typing import Annotated

from gatehouse.kit.resources import resource
from gatehouse.kit.router import Router
from gatehouse.policies.password_rules import service
from gatehouse.policies.password_rules.schemas import PasswordConfig, RecoveryStrategy
from gatehouse.policies.password_rules.settings import PasswordSettings
from gatehouse.vendor.current import CurrentConfiguration

router = Router(prefix="/identity/resources", tags=["Passwords"])

CurrentSettings = Annotated[PasswordSettings, resource(PasswordSettings)]


@router.get("/configurations/v1/password", summary="The rules for new passwords")
async def password_config(
    settings: CurrentSettings, configuration: CurrentConfiguration
) -> PasswordConfig:
    """Public: sign-up, activation and reset pages show it."""
    return service.config_of(settings, configuration)


@router.get("/users/v1/passwords/config", summary="The rules for this person's new password")
async def password_config_of_user(
    settings: CurrentSettings, configuration: CurrentConfiguration
) -> PasswordConfig:
    """Public, so the response is the same for every `userId`, whether or not the user exists."""
    return service.config_of(settings, configuration)


@router.get("/configurations/v1/password-recovery/strategies", summary="Ways to a new password")
async def list_password_recovery_strategies(
    configuration: CurrentConfiguration,
) -> list[RecoveryStrategy]:
    """Public. A mailed link, and text messages where the vendor wants them."""
    return [
        RecoveryStrategy(strategy="email", is_active=True),
        RecoveryStrategy(strategy="sms", is_active=configuration.vendor.password_reset_by_sms),
    ]
