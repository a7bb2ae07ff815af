from dataclasses import dataclass

from gatehouse.policies.tenant_policy.models import Saved


@dataclass(frozen=True, slots=True)
class ImpersonationPolicy(Saved):
    enabled: bool
