"""The tenant's password history policy; setting a password applies it."""

from gatehouse.policies.password_history.events import PasswordHistoryPolicyUpdated
from gatehouse.policies.password_history.models import PasswordHistoryPolicy
from gatehouse.policies.password_history.schemas import (
    PasswordHistoryPolicyIn,
    PasswordHistoryPolicyOut,
)
from gatehouse.policies.tenant_policy.service import TenantPolicy
from gatehouse.vendor.configuration.snapshot import Snapshot


def _default_policy(configuration: Snapshot) -> PasswordHistoryPolicyOut:
    vendor = configuration.vendor
    return PasswordHistoryPolicyOut(
        enabled=vendor.password_history_enabled, history_size=vendor.password_history_size
    )


PASSWORD_HISTORY = TenantPolicy(
    "password_history_policy",
    table="password_history_policies",
    row=PasswordHistoryPolicy,
    accepts=PasswordHistoryPolicyIn,
    gives=PasswordHistoryPolicyOut,
    default=_default_policy,
    announces=PasswordHistoryPolicyUpdated,
)
