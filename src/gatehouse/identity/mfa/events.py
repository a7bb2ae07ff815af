from uuid import UUID

from gatehouse.kit.events import Event
from gatehouse.vendor.configuration.models import MfaStrategy


class MfaEnrolled(Event):
    event_name = "user.mfa_enrolled"
    severity = "Medium"
    text = "Added a second factor ({strategy})"
    user_id: UUID
    strategy: MfaStrategy


class MfaDisabled(Event):
    """MFA factors were removed. Without a strategy: all of them."""

    event_name = "user.mfa_disabled"
    severity = "Medium"
    user_id: UUID
    strategy: MfaStrategy | None = None

    @property
    def description(self) -> str:
        return f"Removed a second factor ({self.strategy})" if self.strategy else "Disabled MFA"


class MfaRecovered(Event):
    """All MFA factors were removed with the recovery code."""

    event_name = "user.mfa_recovered"
    severity = "High"
    text = "Gave up every second factor with the recovery code"
    user_id: UUID


class RecoveryCodeRenewed(Event):
    event_name = "user.recovery_code_renewed"
    severity = "Medium"
    text = "Asked for a new recovery code"
    user_id: UUID
