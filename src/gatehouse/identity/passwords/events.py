from uuid import UUID

from gatehouse.kit.events import Event


class PasswordChanged(Event):
    """`by_link`: changed by a mailed link, without a session."""

    event_name = "user.password_changed"
    severity = "Medium"
    user_id: UUID
    by_link: bool = False

    @property
    def description(self) -> str:
        return (
            "Reset the password through an emailed link" if self.by_link else "Changed the password"
        )


class BreachedPasswordsReset(Event):
    event_name = "user.breached_passwords_reset"
    severity = "Medium"
    text = "Sent a reset link to every user with a breached password"


class PasswordResetRequested(Event):
    event_name = "user.password_reset_requested"
    text = "Requested a password reset link"
    user_id: UUID
