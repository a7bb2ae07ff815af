from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class AccountErased(Event):
    """`tenant_id` is the erased account itself, of which the name is left."""

    event_name = "tenant.erased"
    severity = "High"
    text = "Erased everything of the account {name}"
    account_id: UUID
    name: str
