from typing import Literal

from gatehouse.kit.schemas import Wire


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
