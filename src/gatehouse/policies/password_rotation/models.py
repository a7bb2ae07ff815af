from dataclasses import dataclass

from gatehouse.policies.tenant_policy.models import Saved


@dataclass(frozen=True, slots=True)
class PasswordRotation(Saved):
    """Periods in minutes; the second is how long before the end people are told."""

    is_active: bool
    rotation_period: int
    notification_period: int
