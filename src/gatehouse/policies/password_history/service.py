"""The tenant's password history policy; setting a password applies it."""

from gatehouse.policies.password_history.models import PasswordHistoryPolicy
from gatehouse.policies.password_history.schemas import (
    PasswordHistoryPolicyIn,
    PasswordHistoryPolicyOut,
)
from gatehouse.policies.tenant_policy.service import TenantPolicy

PASSWORD_HISTORY = TenantPolicy(
    "password_history_policy",
    table="password_history_policies",
    row=PasswordHistoryPolicy,
    accepts=PasswordHistoryPolicyIn,
    default=PasswordHistoryPolicyOut(enabled=False, history_size=5),
)
