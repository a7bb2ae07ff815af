"""A system that does not answer is left alone for a while, so that nobody waits for it in vain."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from gatehouse.kit import clock

FAILURES = 3  # in a row
REST = timedelta(seconds=30)
MOST_AT_ONCE = 40  # questions of this process to one system


@dataclass(slots=True)
class Circuit:
    failures: int = 0
    rests_until: datetime | None = None
    asked: int = 0


class Circuits:
    """Of this process."""

    def __init__(self) -> None:
        self._by_source: dict[UUID, Circuit] = {}

    def may_ask(self, source_id: UUID) -> bool:
        """After its rest a system is tried by one caller first."""
        circuit = self._of(source_id)
        if circuit.asked >= MOST_AT_ONCE:
            return False
        if circuit.rests_until is None:
            return True
        if circuit.rests_until > clock.now():
            return False
        circuit.rests_until = clock.now() + REST
        return True

    def begins(self, source_id: UUID) -> None:
        self._of(source_id).asked += 1

    def ends(self, source_id: UUID) -> None:
        self._of(source_id).asked -= 1

    def answered(self, source_id: UUID) -> None:
        circuit = self._of(source_id)
        circuit.failures, circuit.rests_until = 0, None

    def failed(self, source_id: UUID) -> bool:
        """Whether it is left alone from now on, and was not before."""
        circuit = self._of(source_id)
        circuit.failures += 1
        if circuit.failures < FAILURES:
            return False
        circuit.rests_until = clock.now() + REST
        return circuit.failures == FAILURES

    def _of(self, source_id: UUID) -> Circuit:
        return self._by_source.setdefault(source_id, Circuit())
