"""What the lists return besides people."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Found:
    """`total` counts everybody found, on this page or not."""

    user_id: UUID
    total: int


@dataclass(frozen=True, slots=True)
class UserPhone:
    user_id: UUID
    phone_number: str
