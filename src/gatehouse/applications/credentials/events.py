from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class ApplicationSecretMade(Event):
    event_name = "application.secret_made"
    severity = "High"
    text = "Made a new secret for the application {name}"
    application_id: UUID
    name: str


@dataclass(frozen=True, slots=True)
class ApplicationSharedSecretMade(Event):
    """A holder of the shared secret decides which address a user's call is attributed to."""

    event_name = "application.shared_secret_made"
    severity = "High"
    text = "Made a new shared secret for the application {name}"
    application_id: UUID
    name: str
