"""The tenant's lockout policy; the sign-in applies it."""

from gatehouse.policies.lockout.events import LockoutPolicyUpdated
from gatehouse.policies.lockout.models import LockoutPolicy
from gatehouse.policies.lockout.schemas import LockoutPolicyIn, LockoutPolicyOut
from gatehouse.policies.tenant_policy.service import TenantPolicy
from gatehouse.vendor.configuration.snapshot import Snapshot


def _default_policy(configuration: Snapshot) -> LockoutPolicyOut:
    vendor = configuration.vendor
    return LockoutPolicyOut(
        enabled=vendor.lockout_enabled, max_attempts=vendor.lockout_max_attempts
    )


def default_max_attempts(configuration: Snapshot) -> int | None:
    """Maximum attempts of a tenant without its own policy; None: unlimited."""
    vendor = configuration.vendor
    return vendor.lockout_max_attempts if vendor.lockout_enabled else None


LOCKOUT = TenantPolicy(
    "lockout_policy",
    table="lockout_policies",
    row=LockoutPolicy,
    accepts=LockoutPolicyIn,
    gives=LockoutPolicyOut,
    default=_default_policy,
    announces=LockoutPolicyUpdated,
)
