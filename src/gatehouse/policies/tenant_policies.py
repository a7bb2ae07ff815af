"""The policies that a tenant sets for its users. Sign-in, refresh and new passwords apply them."""

from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, model_validator

from gatehouse.access.principal import Principal
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.kit.db import Command, Db
from gatehouse.kit.schemas import Wire
from gatehouse.policies.events import (
    ImpersonationPolicyUpdated,
    LockoutPolicyUpdated,
    MfaPolicyUpdated,
    PasswordHistoryPolicyUpdated,
    PasswordRotationUpdated,
)
from gatehouse.policies.tenant_policy import PolicyOut, TenantPolicy
from gatehouse.vendor.configuration.models import EnforceMfa
from gatehouse.vendor.configuration.snapshot import Snapshot

# Other values that clients use. `ASSIGNABLE` (each user chooses) forces no user, so it equals `DontForce`.
SYNONYMS = {"NEVER": "DontForce", "ASSIGNABLE": "DontForce", "ALWAYS": "Force"}


def _to_plain(value: Any) -> Any:
    return SYNONYMS.get(value, value) if isinstance(value, str) else value


class MfaPolicyIn(Wire):
    """Every field is optional. `mfaDeviceExpiration` in seconds: an hour to a year, 14 days by default."""

    enforce_mfa_type: Annotated[EnforceMfa, BeforeValidator(_to_plain)] = Field(
        "DontForce", alias="enforceMFAType"
    )
    allow_remember_my_device: bool = False
    mfa_device_expiration: int = Field(1_209_600, ge=3600, le=31_536_000)


class MfaPolicyOut(PolicyOut):
    enforce_mfa_type: EnforceMfa = Field(alias="enforceMFAType")
    allow_remember_my_device: bool
    mfa_device_expiration: int


# Exempt session $1, and its parent browser session, from MFA in tenant $2. If the rule is new ($3), the
# exemption of every other session ends.
EXCUSE = Command(
    """
    with setter as (
      select unnest(array[s.id, s.parent_id]) as id from sessions s where s.id = $1
    )
    update session_tenants set mfa_excused = session_id in (select id from setter where id is not null)
    where tenant_id = $2
      and (session_id in (select id from setter) or mfa_excused and $3)
    """
)


class _MfaPolicy(TenantPolicy[MfaPolicyOut]):
    """MFA policy of a tenant. The session that sets it continues without MFA until the rule changes again."""

    async def save_policy(
        self, db: Db, caller: Principal, data: Wire, configuration: Snapshot
    ) -> MfaPolicyOut:
        await lock_tenant(db, caller.tenant_id)
        before = await self.read_policy(db, caller, configuration)
        after = await super().save_policy(db, caller, data, configuration)
        is_new = after.enforce_mfa_type != before.enforce_mfa_type
        await EXCUSE.run(db, caller.session, caller.tenant_id, is_new)
        return after


MFA = _MfaPolicy(
    "mfa_policy",
    table="mfa_policies",
    accepts=MfaPolicyIn,
    gives=MfaPolicyOut,
    default={
        "enforce_mfa_type": "mfa_enforcement",
        "allow_remember_my_device": "mfa_remember_device",
        "mfa_device_expiration": "mfa_device_seconds",
    },
    announces=MfaPolicyUpdated,
)


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
    announces=LockoutPolicyUpdated,
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
    announces=ImpersonationPolicyUpdated,
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
    announces=PasswordHistoryPolicyUpdated,
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
    announces=PasswordRotationUpdated,
)
