from uuid import UUID

from gatehouse.kit.events import Event


class CodeReused(Event):
    """A code was used twice, so a copy exists: the session that it gave has ended."""

    event_name = "oauth.code_reused"
    severity = "High"
    text = "An authorization code was used twice"
    user_id: UUID
    session_id: UUID


class LogoutNotTold(Event):
    """The application was not notified of a logout, so the user may still be signed in there."""

    event_name = "oauth.logout_not_told"
    severity = "Medium"
    text = "{name} could not be told that somebody signed out"
    user_id: UUID
    session_id: UUID
    application_id: UUID
    name: str
    why: str
