from datetime import datetime
from uuid import UUID

from pydantic import Field

from gatehouse.identity.factors.schemas import MfaDevices, MfaStrategy
from gatehouse.identity.passwords.schemas import Token
from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import TenantId


class LoginResponse(Wire):
    """The response to every sign-in method (wire reference §12).

    The refresh token travels only in its HttpOnly cookie, where scripts cannot read it; no client reads it
    from here.
    """

    token_type: str = "bearer"  # noqa: S105  the kind of token
    access_token: str | None = None
    expires_in: int | None = None
    expires: datetime | None = None
    mfa_required: bool = False
    mfa_token: str | None = None
    mfa_enrolled: bool | None = None
    mfa_devices: MfaDevices | None = None
    mfa_strategies: list[MfaStrategy] | None = None
    qr_code: str | None = None
    setup_uri: str | None = None
    secret: str | None = None
    recovery_code: str | None = None
    otc_token: str | None = None
    user_id: UUID | None = None
    user_email: str | None = None
    email_verified: bool | None = None
    is_breached_password: bool | None = None
    reset_password_token: str | None = None
    password_expires_in: int | None = None
    notification_period: int | None = None
    redirect_location: str | None = None


class RefreshRequest(Wire):
    """`tenantId` is that of the browser tab when tabs act in different tenants; else null."""

    tenant_id: TenantId | None = None


class SessionOut(Wire):
    id: UUID
    user_agent: str | None = None
    ip_address: str | None = None
    created_at: datetime
    expires: datetime
    current: bool
    impersonated: bool = False


class RevokeRequest(Wire):
    user_id: UUID


class Timeout(Wire):
    """`timeout` in seconds."""

    is_active: bool
    timeout: int = Field(ge=300, le=31_536_000)


class IdleTimeout(Wire):
    """`timeout` in seconds."""

    is_active: bool
    timeout: int = Field(ge=60, le=31_536_000)


class Concurrency(Wire):
    is_active: bool
    max_sessions: int = Field(ge=1, le=1000)


class SessionConfiguration(Wire):
    """Each save carries only the parts that change."""

    session_timeout_configuration: Timeout | None = None
    session_idle_timeout_configuration: IdleTimeout | None = None
    session_concurrent_configuration: Concurrency | None = None


class SessionEnding(Wire):
    """`token` is that of the mail's link."""

    token: Token
