from dataclasses import dataclass

from gatehouse.policies.tenant_policy.events import PolicyUpdated


@dataclass(frozen=True, slots=True)
class LockoutPolicyUpdated(PolicyUpdated):
    event_name = "lockout_policy.updated"
