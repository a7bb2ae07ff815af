"""The MFA policy that a tenant sets: which of its users need MFA, and how long browsers are remembered."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from gatehouse.access.principal import Principal
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.identity.sessions.policy_queries import EXCUSE_FROM_MFA
from gatehouse.kit.db import Db
from gatehouse.kit.schemas import Wire
from gatehouse.policies.events import MfaPolicyUpdated
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


class _MfaPolicy(TenantPolicy[MfaPolicyOut]):
    """MFA policy of a tenant. The session that sets it continues without MFA until the rule changes again."""

    async def save_policy(
        self, db: Db, caller: Principal, data: Wire, configuration: Snapshot
    ) -> MfaPolicyOut:
        await lock_tenant(db, caller.tenant_id)
        before = await self.read_policy(db, caller, configuration)
        after = await super().save_policy(db, caller, data, configuration)
        is_new = after.enforce_mfa_type != before.enforce_mfa_type
        await EXCUSE_FROM_MFA.run(db, caller.session, caller.tenant_id, is_new)
        return after


MFA_POLICY = _MfaPolicy(
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
