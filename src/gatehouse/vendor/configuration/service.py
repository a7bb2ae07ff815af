"""Sign-in methods, as the vendor has configured them."""

from typing import Literal

from gatehouse.kit.schemas import Wire
from gatehouse.vendor.configuration.snapshot import Snapshot


class PublicConfiguration(Wire):
    """Settings that decide which sign-in form is shown."""

    auth_strategy: str
    allow_signups: bool
    allow_not_verified_users_login: bool
    api_tokens_enabled: bool
    force_permissions: bool
    machine_to_machine_auth_strategy: str


class MainStrategy(Wire):
    strategy: str


class SecondaryStrategy(Wire):
    strategy: str
    is_active: bool


class AuthStrategies(Wire):
    """Both lists are always there: without one the sign-in box of older clients stays blank."""

    main_auth_strategies: list[MainStrategy]
    secondary_auth_strategies: list[SecondaryStrategy]


class SignUpStrategy(Wire):
    strategy: Literal["email", "phoneNumber", "username"]
    is_active: bool
    is_required: bool


class VendorInfo(Wire):
    name: str
    logo: str | None = None
    icon: str | None = None
    white_label_mode: bool


# The flag that clients read; a second setting could contradict it.
PASSKEYS_FLAG = "show-passkeys-new"


def build_auth_strategies(configuration: Snapshot) -> AuthStrategies:
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


def build_sign_up_strategies(configuration: Snapshot) -> list[SignUpStrategy]:
    """Every account has an address; what else is offered is never required."""
    vendor = configuration.vendor
    offered = [SignUpStrategy(strategy="email", is_active=True, is_required=True)]
    if vendor.sign_up_by_phone_number:
        offered.append(SignUpStrategy(strategy="phoneNumber", is_active=True, is_required=False))
    if vendor.sign_up_by_username:
        offered.append(SignUpStrategy(strategy="username", is_active=True, is_required=False))
    return offered
