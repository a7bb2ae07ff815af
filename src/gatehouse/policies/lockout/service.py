"""The tenant's lockout policy; the sign-in applies it."""

from gatehouse.policies.lockout.models import LockoutPolicy
from gatehouse.policies.lockout.schemas import LockoutPolicyIn, LockoutPolicyOut
from gatehouse.policies.tenant_policy.service import TenantPolicy

MAX_ATTEMPTS = 5

LOCKOUT = TenantPolicy(
    "lockout_policy",
    table="lockout_policies",
    row=LockoutPolicy,
    accepts=LockoutPolicyIn,
    default=LockoutPolicyOut(enabled=True, max_attempts=MAX_ATTEMPTS),
)
