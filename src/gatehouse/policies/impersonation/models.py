from dataclasses import dataclass

from gatehouse.policies.tenant_policy.models import SavedPolicy


@dataclass(frozen=True, slots=True)
class ImpersonationPolicy(SavedPolicy):
    enabled: bool
