"""Circuit breakers: a system that does not answer is not called for a while."""

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self

from gatehouse.kit import clock
from gatehouse.kit.resources import Resources

FAILURES = 3  # in a row
REST = timedelta(seconds=30)
MOST_AT_ONCE = 40  # questions of this process to one system


@dataclass(slots=True)
class Circuit:
    failures: int = 0
    rests_until: datetime | None = None
    asked: int = 0


class Circuits:
    """The circuit breakers of this process. `key` identifies the system."""

    @classmethod
    def for_process(cls, _: Resources) -> Self:
        return cls()

    def __init__(self) -> None:
        self._by_key: dict[Hashable, Circuit] = {}

    def may_call(self, key: Hashable) -> bool:
        """After its rest a system is tried by one caller first."""
        circuit = self._get_circuit(key)
        if circuit.asked >= MOST_AT_ONCE:
            return False
        if circuit.rests_until is None:
            return True
        if circuit.rests_until > clock.now():
            return False
        circuit.rests_until = clock.now() + REST
        return True

    def record_call(self, key: Hashable) -> None:
        self._get_circuit(key).asked += 1

    def record_call_end(self, key: Hashable) -> None:
        self._get_circuit(key).asked -= 1

    def record_answer(self, key: Hashable) -> None:
        circuit = self._get_circuit(key)
        circuit.failures, circuit.rests_until = 0, None

    def record_failure(self, key: Hashable) -> bool:
        """Whether it is left alone from now on, and was not before."""
        circuit = self._get_circuit(key)
        circuit.failures += 1
        if circuit.failures < FAILURES:
            return False
        circuit.rests_until = clock.now() + REST
        return circuit.failures == FAILURES

    def _get_circuit(self, key: Hashable) -> Circuit:
        return self._by_key.setdefault(key, Circuit())
