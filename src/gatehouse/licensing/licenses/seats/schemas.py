"""Bodies about held seats."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from gatehouse.kit.schemas import Wire


class HeldSeatOut(Wire):
    id: UUID
    kind: Literal["user", "machine", "ci"]
    subject: str = Field(description="Whatever the tool knows its holder by.")
    name: str | None = None
    hostname: str | None = None
    version: str | None = Field(None, description="Of the tool.")
    claimed_at: datetime
    last_seen_at: datetime
    lease_until: datetime | None = Field(None, description="Absent: held until it is freed.")


class HeldSeats(Wire):
    items: list[HeldSeatOut]
    total: int = Field(description="Of all that are held now, runs in CI included.")
