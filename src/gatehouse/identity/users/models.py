from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class UserPage:
    """`items` is JSON."""

    items: str
    total: int


@dataclass(frozen=True, slots=True)
class UserLink:
    """A link for a user, and its token."""

    user_id: UUID
    link: str
    token: str
