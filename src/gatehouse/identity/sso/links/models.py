from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class SsoLink:
    """An account of an identity provider that opens an account here. `subject` and `email` are what the
    identity provider calls it; `user_id` and `user_email` are unknown where that has left the tenant."""

    id: UUID
    connection_id: UUID
    subject: str
    email: str
    user_id: UUID | None
    user_email: str | None
    created_at: datetime
    last_used_at: datetime
