from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class StoredKey:
    id: UUID
    certificate: str
    sealed_private: bytes = field(repr=False)
    created_at: datetime
