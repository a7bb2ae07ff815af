from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class AccountMoved(Event):
    """`parent_id` None: it stands alone from now on. Told in both accounts."""

    event_name = "tenant.moved"
    severity = "High"
    text = "The account {name} got another place among accounts"
    moved_id: UUID
    name: str
    parent_id: UUID | None = None
