from gatehouse.kit.schemas import Wire
from gatehouse.policies.tenant_policy.schemas import PolicyOut


class ImpersonationPolicyIn(Wire):
    """Switched off, whoever acts in somebody's name at that moment is out with their next call."""

    enabled: bool


class ImpersonationPolicyOut(PolicyOut):
    enabled: bool
