"""What time it is, on a computer whose clock its owner can set."""

from datetime import datetime, timedelta
from time import monotonic

from gatehouse.kit import clock

# Less than that is no attempt: clocks drift, and one that runs in local time is off until it is set.
TOLERANCE = timedelta(days=1)


class Timekeeper:
    """Never before `mark`, the latest time that was known, and what has passed since."""

    def __init__(self, mark: datetime | None) -> None:
        self.set_time(mark)

    def now(self) -> datetime:
        wall, known = clock.now(), self._compute_known_time()
        if known is not None and wall <= known:
            return known
        self.set_time(wall)
        return wall

    @property
    def is_set_back(self) -> bool:
        """The clock here stands more than a day before a time that is known to have been."""
        known = self._compute_known_time()
        return known is not None and clock.now() < known - TOLERANCE

    def set_time(self, mark: datetime | None) -> None:
        """A time that the vendor signed holds, also when a clock that was ahead has left a later one."""
        self._mark = mark
        self._since = monotonic()

    def _compute_known_time(self) -> datetime | None:
        return self._mark and self._mark + timedelta(seconds=monotonic() - self._since)
