from dataclasses import dataclass

from gatehouse.policies.tenant_policy.models import SavedPolicy


@dataclass(frozen=True, slots=True)
class LockoutPolicy(SavedPolicy):
    enabled: bool
    max_attempts: int
