from gatehouse.kit.db import Command, Query
from gatehouse.vendor.configuration.models import Vendor

VENDOR = Query(Vendor, "select * from vendor")

SET_BRAND = Command(
    """
    update vendor set updated_at = $1, name = $2, logo_url = $3, icon_url = $4, accent_color = $5,
      white_label = $6
    """
)

SET_SIGN_IN = Command(
    """
    update vendor set updated_at = $1, auth_strategy = $2, allow_signups = $3,
      allow_not_verified_users_login = $4, api_tokens_enabled = $5, force_permissions = $6,
      machine_to_machine_auth_strategy = $7, sms_quick_login = $8, magic_link_same_device = $9,
      allow_email_change = $10, password_reset_by_sms = $11, activation_strategy = $12,
      activation_code_seconds = $13, invitation_strategy = $14, invitation_code_seconds = $15,
      sign_up_by_phone_number = $16, sign_up_by_username = $17, unlock_by_mail = $18,
      home_url = $19
    """
)

SET_SECOND_FACTORS = Command(
    "update vendor set updated_at = $1, mfa_strategies = $2, authenticator_name = $3"
)

SET_POLICIES = Command(
    """
    update vendor set updated_at = $1, cookie_same_site = $2, password_min_length = $3,
      lockout_enabled = $4, lockout_max_attempts = $5, password_history_enabled = $6,
      password_history_size = $7, mfa_enforcement = $8, mfa_remember_device = $9,
      mfa_device_seconds = $10, block_breached_passwords = $11, temporary_users_enabled = $12,
      delegation_enabled = $13, session_idle_enabled = $14, session_idle_seconds = $15,
      session_absolute_enabled = $16, session_absolute_seconds = $17,
      session_concurrent_enabled = $18, session_concurrent_max = $19
    """
)

SET_WORKSPACE = Command(
    """
    update vendor set updated_at = $1, country = $2, backend_stack = $3, frontend_stack = $4,
      open_saas_installed = $5, host = $6
    """
)

SET_BILLING = Command(
    """
    update vendor set updated_at = $1, default_plan = $2, allow_plan_downgrade = $3,
      allow_plan_cancellation = $4
    """
)

SET_SSO = Command(
    """
    update vendor set updated_at = $1, oidc_connections = $2, oidc_redirect_uri = $3,
      verified_people_add_domains = $4, shared_domains = $5, unspecified_tenant_strategy = $6,
      use_active_tenant = $7, sso_excluded_emails = $8
    """
)

CREDENTIAL_PERMISSIONS = Query(
    str, "select distinct unnest(permissions) from vendor_credentials where revoked_at is null"
)

# For the previous version, which reads it here.
SET_CLIENT_ID = Command("update vendor set client_id = $1, updated_at = $2")
