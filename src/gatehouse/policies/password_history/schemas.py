from datetime import datetime
from uuid import UUID

from pydantic import Field

from gatehouse.kit.schemas import Wire


class PasswordHistoryPolicyIn(Wire):
    enabled: bool
    history_size: int = Field(5, ge=1, le=24)


class PasswordHistoryPolicyOut(Wire):
    """Without an `id` it is the vendor's, and the client's first save is a POST."""

    id: UUID | None = None
    enabled: bool
    history_size: int
    created_at: datetime | None = None
    updated_at: datetime | None = None
