from uuid import UUID

from gatehouse.kit.events import Event
from gatehouse.vendor.configuration.models import MfaStrategy


class MfaEnrolled(Event):
    event_name = "user.mfa_enrolled"
    severity = "Medium"
    text = "Added an MFA method ({strategy})"
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
        return f"Removed an MFA method ({self.strategy})" if self.strategy else "Turned off MFA"


class MfaRecovered(Event):
    """All MFA factors were removed with the recovery code."""

    event_name = "user.mfa_recovered"
    severity = "High"
    text = "Removed all MFA methods with the recovery code"
    user_id: UUID


class RecoveryCodeRenewed(Event):
    event_name = "user.recovery_code_renewed"
    severity = "Medium"
    text = "Generated a new recovery code"
    user_id: UUID
