"""Events of the OpenID provider."""

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
    text = "{name} could not be notified of a sign-out"
    user_id: UUID
    session_id: UUID
    application_id: UUID
    name: str
    why: str


class ConsentGiven(Event):
    event_name = "oauth.consent_given"
    text = "Allowed {name} to access their data"
    user_id: UUID
    application_id: UUID
    name: str
    scopes: str


class ConsentRevoked(Event):
    event_name = "oauth.consent_revoked"
    text = "Revoked {name}'s access to their data"
    user_id: UUID
    application_id: UUID
    name: str
