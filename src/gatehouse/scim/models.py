"""The connection that calls."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class ScimConnection:
    """`is_on`: the directory may read and change. `last_sync_at`: when it last changed something, to a
    minute."""

    id: UUID
    tenant_id: UUID
    name: str
    is_on: bool
    token_hash: bytes
    last_sync_at: datetime | None
