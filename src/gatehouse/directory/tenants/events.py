from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class TenantCreated(Event):
    event_name = "tenant.created"
    text = "Created the account {name}"
    user_id: UUID
    name: str
