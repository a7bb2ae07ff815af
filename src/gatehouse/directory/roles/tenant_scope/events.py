from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class RoleMoved(Event):
    """Announced in the accounts that lose or get the role; `to_tenant_id` None: all accounts have it."""

    event_name = "role.moved"
    severity = "High"
    text = "The role {name} got another owner"
    role_id: UUID
    name: str
    to_tenant_id: UUID | None = None
