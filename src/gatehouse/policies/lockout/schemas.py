from datetime import datetime
from uuid import UUID

from pydantic import Field

from gatehouse.kit.schemas import Wire


class LockoutPolicyIn(Wire):
    enabled: bool
    max_attempts: int = Field(5, ge=3, le=100)


class LockoutPolicyOut(Wire):
    """Without an `id` it is the vendor's, and the client's first save is a POST."""

    id: UUID | None = None
    enabled: bool
    max_attempts: int
    created_at: datetime | None = None
    updated_at: datetime | None = None
