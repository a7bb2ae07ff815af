from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class NewSession:
    """A session from a new location, and its user."""

    user_id: UUID
    email: str
    name: str
    ip: str
    user_agent: str
    began_at: datetime


@dataclass(frozen=True, slots=True)
class LaterSession:
    """A session that may have to end with the one of the link; `email` is the user's.

    `tenant_id` is that of the session of the link.
    """

    id: UUID
    ip: str
    is_first: bool
    email: str
    tenant_id: UUID
