from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class ExternalIdentityLinked(Event):
    """`provider` as the vendor calls it; `subject` is who they are there."""

    event_name = "user.external_identity_linked"
    severity = "Medium"
    text = "Linked an account of {provider}"
    user_id: UUID
    provider: str
    subject: str
