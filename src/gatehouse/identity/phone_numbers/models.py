from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class PhoneNumber:
    """`phone_number` is normalized (E.164)."""

    id: UUID
    user_id: UUID
    phone_number: str
    verified: bool
    created_at: datetime
    updated_at: datetime
