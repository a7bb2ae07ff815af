from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Username:
    """`username` is spelled as it was chosen."""

    user_id: UUID
    username: str


@dataclass(frozen=True, slots=True)
class UsernamePage:
    """`items` is JSON."""

    items: str
    total: int
