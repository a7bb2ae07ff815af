from dataclasses import dataclass

from gatehouse.policies.tenant_policy.events import PolicyUpdated


@dataclass(frozen=True, slots=True)
class PasswordHistoryPolicyUpdated(PolicyUpdated):
    event_name = "password_history_policy.updated"
