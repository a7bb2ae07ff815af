from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class RoleMoved(Event):
    """Told in the account that loses or gets it; `to_tenant_id` None: every account has it."""

    event_name = "role.moved"
    severity = "High"
    text = "The role {name} got another owner"
    role_id: UUID
    name: str
    to_tenant_id: UUID | None = None
