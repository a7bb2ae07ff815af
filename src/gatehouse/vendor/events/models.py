from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class VendorEvent:
    """`category` is the name shown to users."""

    id: UUID
    key: str
    name: str
    description: str
    category: str
    created_at: datetime
    updated_at: datetime
