from dataclasses import dataclass

from gatehouse.policies.tenant_policy.events import PolicyUpdated


@dataclass(frozen=True, slots=True)
class PasswordRotationUpdated(PolicyUpdated):
    event_name = "password_rotation.updated"
