from dataclasses import dataclass

from gatehouse.policies.tenant_policy.events import PolicyUpdated


@dataclass(frozen=True, slots=True)
class MfaPolicyUpdated(PolicyUpdated):
    event_name = "mfa_policy.updated"
