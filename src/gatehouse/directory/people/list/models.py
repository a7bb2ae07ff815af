"""What the lists return besides people, and what they look for."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Found:
    """`total` counts everybody found, on this page or not."""

    user_id: UUID
    total: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whom to list; together they narrow it down. `text` is a part of name or address, `phone` a number
    without separators, `metadata` what the person's contains."""

    text: str = ""
    email_part: str = ""
    name_prefix: str = ""
    email: str | None = None
    ids: list[UUID] | None = None
    unenrolled: bool = False
    not_seen_since: datetime | None = None
    phone: str | None = None
    metadata: dict[str, Any] | None = None
