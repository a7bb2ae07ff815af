from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class StoredCredential:
    id: UUID
    name: str
    permissions: list[str]
    created_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None


@dataclass(frozen=True, slots=True)
class MadeCredential:
    """`secret` is kept nowhere else."""

    id: UUID
    client_id: UUID
    secret: str
