"""Sign-in methods, as the vendor has configured them."""

from gatehouse.vendor.configuration.schemas import (
    AuthStrategies,
    MainStrategy,
    SecondaryStrategy,
    SignUpStrategy,
)
from gatehouse.vendor.configuration.snapshot import Snapshot

# The flag that clients read; a second setting could contradict it.
PASSKEYS_FLAG = "show-passkeys-new"


def auth_strategies(configuration: Snapshot) -> AuthStrategies:
    """Main and secondary sign-in methods."""
    vendor = configuration.vendor
    secondary = []
    if vendor.sms_quick_login:
        secondary.append(SecondaryStrategy(strategy="SmsCode", is_active=True))
    if configuration.flags.get(PASSKEYS_FLAG) == "on":
        secondary.append(SecondaryStrategy(strategy="Passkeys", is_active=True))
    return AuthStrategies(
        main_auth_strategies=[MainStrategy(strategy=vendor.auth_strategy)],
        secondary_auth_strategies=secondary,
    )


def sign_up_strategies(configuration: Snapshot) -> list[SignUpStrategy]:
    """Every account has an address; what else is offered is never required."""
    vendor = configuration.vendor
    offered = [SignUpStrategy(strategy="email", is_active=True, is_required=True)]
    if vendor.sign_up_by_phone_number:
        offered.append(SignUpStrategy(strategy="phoneNumber", is_active=True, is_required=False))
    if vendor.sign_up_by_username:
        offered.append(SignUpStrategy(strategy="username", is_active=True, is_required=False))
    return offered
