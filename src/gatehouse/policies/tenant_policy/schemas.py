from datetime import datetime
from uuid import UUID

from gatehouse.kit.schemas import Wire


class PolicyOut(Wire):
    """Without an `id` it is the vendor's, and the client's first save is a POST."""

    id: UUID | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None
