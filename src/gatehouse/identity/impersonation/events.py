from uuid import UUID

from gatehouse.kit.events import Event


class ImpersonationRequested(Event):
    event_name = "impersonation.requested"
    severity = "High"
    text = "Requested impersonation of a user"
    user_id: UUID
    reason: str


class ImpersonationBegan(Event):
    """An impersonation has begun. Later actions in the session are audited with both the user and the
    impersonator."""

    event_name = "impersonation.began"
    severity = "High"
    text = "Started to impersonate a user"
    user_id: UUID
    session_id: UUID
    reason: str
