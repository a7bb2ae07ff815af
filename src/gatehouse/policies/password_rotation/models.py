from dataclasses import dataclass

from gatehouse.policies.tenant_policy.models import SavedPolicy


@dataclass(frozen=True, slots=True)
class PasswordRotation(SavedPolicy):
    """Periods in minutes; `notification_period` is how long before expiry users are notified."""

    is_active: bool
    rotation_period: int
    notification_period: int
