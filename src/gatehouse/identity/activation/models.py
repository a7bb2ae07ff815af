from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Waiting:
    """A membership that waits for its link, and what the mail needs to say. `inviter` is the name of
    whoever invited; None: the person signed up."""

    user_id: UUID
    tenant_id: UUID
    email: str
    name: str
    verified: bool
    company: str
    inviter: str | None
    was_invited: bool
