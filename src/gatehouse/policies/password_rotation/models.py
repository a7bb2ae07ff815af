from dataclasses import dataclass

from gatehouse.policies.tenant_policy.models import SavedPolicy


@dataclass(frozen=True, slots=True)
class PasswordRotation(SavedPolicy):
    """Periods in minutes; the second is how long before the end people are told."""

    is_active: bool
    rotation_period: int
    notification_period: int
