from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class AccountMoved(Event):
    """`parent_id` None: the account has no parent from now on. Announced in the moved account and in its
    new, or else previous, parent."""

    event_name = "tenant.moved"
    severity = "High"
    text = "The account {name} got another place among accounts"
    moved_id: UUID
    name: str
    parent_id: UUID | None = None
