from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class JwtTemplate:
    """`expiration`: lifetime in seconds of a token with these claims."""

    id: UUID
    key: str
    name: str
    description: str | None
    expiration: int
    claims: dict[str, Any]
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class JwtTargeting:
    """The first rule whose conditions all hold names the template (`treatment` is its key)."""

    id: UUID
    rules: list[Any]
    created_at: datetime
    updated_at: datetime
