from dataclasses import dataclass

from gatehouse.policies.tenant_policy.models import SavedPolicy


@dataclass(frozen=True, slots=True)
class PasswordHistoryPolicy(SavedPolicy):
    """`history_size` counts the current password."""

    enabled: bool
    history_size: int
