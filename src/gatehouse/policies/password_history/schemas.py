from pydantic import Field

from gatehouse.kit.schemas import Wire
from gatehouse.policies.tenant_policy.schemas import PolicyOut


class PasswordHistoryPolicyIn(Wire):
    """Passwords replaced from now on are remembered. `historySize` counts the current one."""

    enabled: bool
    history_size: int = Field(5, ge=1, le=24)


class PasswordHistoryPolicyOut(PolicyOut):
    enabled: bool
    history_size: int
