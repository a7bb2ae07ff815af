from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class SsoLink:
    """The link between an account of an identity provider and an account in Gatehouse. `subject` and `email`
    come from the identity provider; `user_id` and `user_email` are None if the user has left the tenant."""

    id: UUID
    connection_id: UUID
    subject: str
    email: str
    user_id: UUID | None
    user_email: str | None
    created_at: datetime
    last_used_at: datetime
