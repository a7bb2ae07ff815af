from dataclasses import dataclass

from gatehouse.policies.tenant_policy.models import Saved


@dataclass(frozen=True, slots=True)
class PasswordHistoryPolicy(Saved):
    """`history_size` counts the current password."""

    enabled: bool
    history_size: int
