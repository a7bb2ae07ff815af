from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class ApplicationClient:
    """`client_id` is what it is known by outside, `hint` the last letters of its secret."""

    application_id: UUID
    client_id: UUID
    parent_id: UUID
    name: str
    redirect_uris: list[str]
    external_metadata: dict[str, Any] | None
    hint: str | None
    created_at: datetime
    updated_at: datetime
