"""The tenant's MFA policy; the sign-in applies it, and each refresh."""

from gatehouse.access.client import Client
from gatehouse.access.principal import Principal
from gatehouse.directory.tenants.service import take_turns
from gatehouse.kit.db import Db
from gatehouse.kit.schemas import Wire
from gatehouse.policies.mfa import queries
from gatehouse.policies.mfa.events import MfaPolicyUpdated
from gatehouse.policies.mfa.models import MfaPolicy
from gatehouse.policies.mfa.schemas import MfaPolicyIn, MfaPolicyOut
from gatehouse.policies.tenant_policy.service import TenantPolicy
from gatehouse.vendor.configuration.snapshot import Snapshot


def _default_policy(configuration: Snapshot) -> MfaPolicyOut:
    vendor = configuration.vendor
    return MfaPolicyOut(
        enforceMFAType=vendor.mfa_enforcement,
        allow_remember_my_device=vendor.mfa_remember_device,
        mfa_device_expiration=vendor.mfa_device_seconds,
    )


class _MfaPolicy(TenantPolicy[MfaPolicyOut]):
    """MFA policy of a tenant. The session that sets it continues without MFA until the rule changes again."""

    async def set(
        self, db: Db, caller: Principal, data: Wire, client: Client, configuration: Snapshot
    ) -> MfaPolicyOut:
        await take_turns(db, caller.tenant_id)
        before = await self.get(db, caller, configuration)
        after = await super().set(db, caller, data, client, configuration)
        is_new = after.enforce_mfa_type != before.enforce_mfa_type
        await queries.EXCUSE.run(db, caller.session, caller.tenant_id, is_new)
        return after


MFA = _MfaPolicy(
    "mfa_policy",
    table="mfa_policies",
    row=MfaPolicy,
    accepts=MfaPolicyIn,
    gives=MfaPolicyOut,
    default=_default_policy,
    announces=MfaPolicyUpdated,
)
