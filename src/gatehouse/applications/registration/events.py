from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class ClientRegistered(Event):
    event_name = "application.client_registered"
    text = "The client {name} registered itself"
    application_id: UUID
    parent_id: UUID
    name: str
