from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Waiting:
    """A membership that waits for its link, and what the mail needs to say."""

    user_id: UUID
    tenant_id: UUID
    email: str
    verified: bool
    was_invited: bool
