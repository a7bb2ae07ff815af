from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Feature:
    """`permissions` are keys that take this feature too. `flag` is a `Flag` of the document as it is
    stored, None for a feature that is only bought."""

    id: UUID
    key: str
    name: str
    description: str
    permissions: list[str]
    metadata: dict[str, Any]
    flag_id: UUID
    flag: dict[str, Any] | None
    created_at: datetime
    updated_at: datetime
