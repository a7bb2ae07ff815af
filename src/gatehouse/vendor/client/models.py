from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class ClientFlag:
    name: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class ClientMetadata:
    id: UUID
    vendor_id: UUID
    entity_name: str
    configuration: dict[str, Any]
    properties: list[dict[str, Any]]
    created_at: datetime
    updated_at: datetime
