"""Bills as the statements return them."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Bill:
    id: str
    number: str | None
    status: str
    total: int | None
    currency_code: str
    billed_at: datetime
