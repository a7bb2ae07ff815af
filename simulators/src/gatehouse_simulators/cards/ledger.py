"""The database and the time of one request, or of one scheduled step."""

from dataclasses import dataclass
from datetime import datetime

from gatehouse.kit.db import Db
from gatehouse_simulators.cards.ids import to_unix


@dataclass(frozen=True, slots=True)
class Ledger:
    """`at` is when it happens: a step that became due while the clock was moved happens at its own time.
    `request_id` and `idempotency_key` are part of a request's events."""

    db: Db
    at: datetime
    request_id: str | None = None
    idempotency_key: str | None = None

    @property
    def now(self) -> int:
        return to_unix(self.at)
