"""What one request, or one step of time, works with."""

from dataclasses import dataclass
from datetime import datetime

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse_simulators.cards.ids import to_unix


@dataclass(frozen=True, slots=True)
class Ledger:
    """`at`: when it happens; what was due while the clock was moved happens at its own time.
    `request_id` and `idempotency_key` are told in the events of a request."""

    db: Db
    at: datetime
    request_id: str | None = None
    idempotency_key: str | None = None

    @property
    def now(self) -> int:
        return to_unix(self.at)


def current_ledger(db: Db) -> Ledger:
    return Ledger(db, clock.now())
