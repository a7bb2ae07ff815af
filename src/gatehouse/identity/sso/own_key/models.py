from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class StoredSamlKey:
    id: UUID
    certificate: str
    sealed_private: bytes = field(repr=False)
    created_at: datetime
