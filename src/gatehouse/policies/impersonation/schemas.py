from gatehouse.kit.schemas import Wire
from gatehouse.policies.tenant_policy.schemas import PolicyOut


class ImpersonationPolicyIn(Wire):
    """When turned off, active impersonation sessions end with their next call."""

    enabled: bool


class ImpersonationPolicyOut(PolicyOut):
    enabled: bool
