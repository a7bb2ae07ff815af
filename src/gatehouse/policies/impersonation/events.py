from dataclasses import dataclass

from gatehouse.policies.tenant_policy.events import PolicyUpdated


@dataclass(frozen=True, slots=True)
class ImpersonationPolicyUpdated(PolicyUpdated):
    event_name = "impersonation_policy.updated"
