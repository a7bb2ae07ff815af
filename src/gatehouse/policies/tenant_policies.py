"""The policies that a tenant sets for its users. Sign-in, refresh and new passwords apply them."""

from typing import Self

from pydantic import Field, model_validator

from gatehouse.kit.schemas import Wire
from gatehouse.policies import events
from gatehouse.policies.tenant_policy import PolicyOut, TenantPolicy
from gatehouse.vendor.configuration.snapshot import Snapshot


class LockoutPolicyIn(Wire):
    enabled: bool
    max_attempts: int = Field(5, ge=3, le=100)


class LockoutPolicyOut(PolicyOut):
    enabled: bool
    max_attempts: int


def default_max_attempts(configuration: Snapshot) -> int | None:
    """Maximum attempts of a tenant without its own policy; None: unlimited."""
    vendor = configuration.vendor
    return vendor.lockout_max_attempts if vendor.lockout_enabled else None


LOCKOUT = TenantPolicy(
    "lockout_policy",
    table="lockout_policies",
    accepts=LockoutPolicyIn,
    gives=LockoutPolicyOut,
    default={"enabled": "lockout_enabled", "max_attempts": "lockout_max_attempts"},
    announces=events.LockoutPolicyUpdated,
)


class ImpersonationPolicyIn(Wire):
    """When turned off, active impersonation sessions end with their next call."""

    enabled: bool


class ImpersonationPolicyOut(PolicyOut):
    enabled: bool


IMPERSONATION = TenantPolicy(
    "impersonation_policy",
    table="impersonation_policies",
    accepts=ImpersonationPolicyIn,
    gives=ImpersonationPolicyOut,
    # A permission that the vendor assigns decides who may impersonate.
    default=ImpersonationPolicyOut(enabled=True),
    announces=events.ImpersonationPolicyUpdated,
)


class PasswordHistoryPolicyIn(Wire):
    """Passwords replaced from now on are remembered. `historySize` counts the current one."""

    enabled: bool
    history_size: int = Field(5, ge=1, le=24)


class PasswordHistoryPolicyOut(PolicyOut):
    enabled: bool
    history_size: int


PASSWORD_HISTORY = TenantPolicy(
    "password_history_policy",
    table="password_history_policies",
    accepts=PasswordHistoryPolicyIn,
    gives=PasswordHistoryPolicyOut,
    default={"enabled": "password_history_enabled", "history_size": "password_history_size"},
    announces=events.PasswordHistoryPolicyUpdated,
)


DAY = 24 * 60
PERIOD = 90 * DAY
NOTICE = 7 * DAY


class PasswordRotationIn(Wire):
    """Periods in minutes: a day to ten years, and a notice that is shorter."""

    is_active: bool = False
    rotation_period: int = Field(PERIOD, ge=DAY, le=3650 * DAY)
    notification_period: int = Field(NOTICE, ge=0, le=3650 * DAY)

    @model_validator(mode="after")
    def notice_comes_before(self) -> Self:
        if self.notification_period >= self.rotation_period:
            raise ValueError("notificationPeriod: must be shorter than rotationPeriod")
        return self


class PasswordRotationOut(PolicyOut):
    is_active: bool
    rotation_period: int
    notification_period: int


PASSWORD_ROTATION = TenantPolicy(
    "password_rotation",
    table="password_rotation_policies",
    accepts=PasswordRotationIn,
    gives=PasswordRotationOut,
    default=PasswordRotationOut(
        is_active=False, rotation_period=PERIOD, notification_period=NOTICE
    ),
    announces=events.PasswordRotationUpdated,
)
