from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from gatehouse.access.vendor import StaffRole


@dataclass(frozen=True, slots=True)
class StaffMember:
    user_id: UUID
    email: str
    name: str
    role: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class StaffToken:
    """`expires_in` in seconds."""

    token: str
    expires_in: int
    role: StaffRole
    permissions: tuple[str, ...]
