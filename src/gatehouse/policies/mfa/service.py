"""The tenant's MFA policy; the sign-in applies it."""

from gatehouse.policies.mfa.events import MfaPolicyUpdated
from gatehouse.policies.mfa.models import MfaPolicy
from gatehouse.policies.mfa.schemas import MfaPolicyIn, MfaPolicyOut
from gatehouse.policies.tenant_policy.service import TenantPolicy
from gatehouse.vendor.configuration.snapshot import Snapshot


def _default(configuration: Snapshot) -> MfaPolicyOut:
    vendor = configuration.vendor
    return MfaPolicyOut(
        enforceMFAType=vendor.mfa_enforcement,
        allow_remember_my_device=vendor.mfa_remember_device,
        mfa_device_expiration=vendor.mfa_device_seconds,
    )


MFA = TenantPolicy(
    "mfa_policy",
    table="mfa_policies",
    row=MfaPolicy,
    accepts=MfaPolicyIn,
    gives=MfaPolicyOut,
    default=_default,
    announces=MfaPolicyUpdated,
)
