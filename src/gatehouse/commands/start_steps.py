"""The steps of a start and how long each took, for `gatehouse serve --explain-start`."""

import sys
import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StartStep:
    """`modules`: how many were imported."""

    name: str
    seconds: float
    cpu_seconds: float
    modules: int


class StartSteps:
    """Seconds count from the import of this module; CPU time and modules from the start of the process."""

    def __init__(self) -> None:
        self._steps: list[StartStep] = []
        self._last = (time.perf_counter(), 0.0, 0)

    def note_step(self, name: str) -> None:
        """The step that ends now."""
        seconds, cpu_seconds, modules = self._last
        self._last = (time.perf_counter(), time.process_time(), len(sys.modules))
        self._steps.append(
            StartStep(
                name,
                self._last[0] - seconds,
                self._last[1] - cpu_seconds,
                self._last[2] - modules,
            )
        )

    def render_table(self) -> str:
        total = StartStep(
            "together",
            sum(one.seconds for one in self._steps),
            sum(one.cpu_seconds for one in self._steps),
            sum(one.modules for one in self._steps),
        )
        lines = [
            f"{one.name:<24}{one.seconds:>9.3f}{one.cpu_seconds:>9.3f}{one.modules:>9}"
            for one in [*self._steps, total]
        ]
        return "\n".join([f"{'Start':<24}{'seconds':>9}{'CPU':>9}{'modules':>9}", *lines])


START = StartSteps()
