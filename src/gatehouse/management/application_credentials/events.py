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
