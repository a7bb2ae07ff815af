from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

MfaStrategy = Literal[
    "AuthenticatorApp", "WebAuthnPlatform", "WebAuthnCrossPlatform", "SMS", "EmailCode"
]
CodeOrLink = Literal["code", "link"]
EnforceMfa = Literal["DontForce", "Force", "ForceExceptSAML"]
UnspecifiedTenant = Literal["BLOCK", "FIRST_CREATED"]


@dataclass(frozen=True, slots=True)
class Vendor:
    """The company that runs this installation. `password_min_length` None: as the settings say."""

    id: UUID
    name: str
    logo_url: str | None
    icon_url: str | None
    accent_color: str | None
    white_label: bool
    auth_strategy: str
    allow_signups: bool
    allow_not_verified_users_login: bool
    allow_email_change: bool
    api_tokens_enabled: bool
    force_permissions: bool
    machine_to_machine_auth_strategy: str
    cookie_same_site: str
    password_min_length: int | None
    lockout_enabled: bool
    lockout_max_attempts: int
    password_history_enabled: bool
    password_history_size: int
    mfa_enforcement: EnforceMfa
    mfa_remember_device: bool
    mfa_device_seconds: int
    block_breached_passwords: bool
    sms_quick_login: bool
    magic_link_same_device: bool
    password_reset_by_sms: bool
    activation_strategy: CodeOrLink
    activation_code_seconds: int
    invitation_strategy: CodeOrLink
    invitation_code_seconds: int
    sign_up_by_phone_number: bool
    sign_up_by_username: bool
    unlock_by_mail: bool
    temporary_users_enabled: bool
    delegation_enabled: bool
    session_idle_enabled: bool
    session_idle_seconds: int
    session_absolute_enabled: bool
    session_absolute_seconds: int
    session_concurrent_enabled: bool
    session_concurrent_max: int
    mfa_strategies: list[MfaStrategy]
    oidc_connections: bool
    oidc_redirect_uri: str | None
    verified_people_add_domains: bool
    shared_domains: bool
    unspecified_tenant_strategy: UnspecifiedTenant
    use_active_tenant: bool
    sso_excluded_emails: list[str]
    default_plan: str | None
    allow_plan_downgrade: bool
    allow_plan_cancellation: bool
    home_url: str | None
    country: str
    backend_stack: str
    frontend_stack: str
    open_saas_installed: bool
    host: str
    authenticator_name: str | None
    created_at: datetime
    updated_at: datetime
