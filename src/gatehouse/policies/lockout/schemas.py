from pydantic import Field

from gatehouse.kit.schemas import Wire
from gatehouse.policies.tenant_policy.schemas import PolicyOut


class LockoutPolicyIn(Wire):
    enabled: bool
    max_attempts: int = Field(5, ge=3, le=100)


class LockoutPolicyOut(PolicyOut):
    enabled: bool
    max_attempts: int
