from dataclasses import dataclass

from gatehouse.policies.tenant_policy.models import SavedPolicy
from gatehouse.vendor.configuration.models import EnforceMfa


@dataclass(frozen=True, slots=True)
class MfaPolicy(SavedPolicy):
    """`mfa_device_expiration`: seconds for which a remembered device skips MFA."""

    enforce_mfa_type: EnforceMfa
    allow_remember_my_device: bool
    mfa_device_expiration: int
