"""Events as the statements return them."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class StuckEvent:
    """Received, tried, and still not applied."""

    id: str
    type: str
    received_at: datetime
    attempts: int
    last_error: str | None
