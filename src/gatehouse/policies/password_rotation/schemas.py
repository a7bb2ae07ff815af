from typing import Self

from pydantic import Field, model_validator

from gatehouse.kit.schemas import Wire
from gatehouse.policies.tenant_policy.schemas import PolicyOut

DAY = 24 * 60
PERIOD = 90 * DAY
NOTICE = 7 * DAY


class PasswordRotationIn(Wire):
    """Periods in minutes: a day to ten years, and a notice that is shorter."""

    is_active: bool = False
    rotation_period: int = Field(PERIOD, ge=DAY, le=3650 * DAY)
    notification_period: int = Field(NOTICE, ge=0, le=3650 * DAY)

    @model_validator(mode="after")
    def notice_comes_before(self) -> Self:
        if self.notification_period >= self.rotation_period:
            raise ValueError("notificationPeriod: must be shorter than rotationPeriod")
        return self


class PasswordRotationOut(PolicyOut):
    is_active: bool
    rotation_period: int
    notification_period: int
