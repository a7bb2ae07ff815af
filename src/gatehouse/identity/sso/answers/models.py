from dataclasses import dataclass
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class UsedSamlResponse:
    connection_id: UUID
    answer: dict[str, Any]
    subject: dict[str, Any] | None
