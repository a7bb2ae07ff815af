"""What time it is, on a computer whose clock its owner can set."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import monotonic

# Less than that is no attempt: clocks drift, and one that runs in local time is off until it is set.
TOLERANCE = timedelta(days=1)
NOTICEABLE = timedelta(hours=1)


def wall_clock() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Told:
    """The server's time, and what the clocks here said at that moment."""

    time: datetime
    wall: datetime
    elapsed: float


class Timekeeper:
    """Counts from the server's time once it was told in this process; before that from the clock here, and
    never from before `mark`, the latest time that was known."""

    def __init__(
        self,
        mark: datetime | None = None,
        wall: Callable[[], datetime] = wall_clock,
        elapsed: Callable[[], float] = monotonic,
    ) -> None:
        self._wall = wall
        self._elapsed = elapsed
        self._mark = mark
        self._began = elapsed()
        self._told: Told | None = None

    def now(self) -> datetime:
        """It goes on while the process runs, whatever is done to the clock; a computer that slept counts by
        its clock."""
        wall, told = self._wall(), self._told
        if told is None:
            known = self._known()
            return wall if known is None else max(wall, known)
        ran = timedelta(seconds=self._elapsed() - told.elapsed)
        return told.time + max(ran, wall - told.wall)

    def told(self, time: datetime) -> None:
        """The server's own time; it corrects a mark that a clock which was ahead has left."""
        self._told = Told(time, self._wall(), self._elapsed())

    def saw(self, time: datetime) -> None:
        """A time that a signed file tells: it is at least that late."""
        known = self._known()
        if known is None or time > known:
            self._mark = time
            self._began = self._elapsed()

    def _known(self) -> datetime | None:
        """The mark, and how long the process has run since it was known."""
        ran = timedelta(seconds=self._elapsed() - self._began)
        return self._mark and self._mark + ran

    @property
    def is_set_back(self) -> bool:
        """The clock here stands more than a day before a time that is known to have been."""
        if self._told is not None or self._mark is None:
            return False
        return self._wall() < self._mark - TOLERANCE

    @property
    def is_off(self) -> bool:
        """The clock here is wrong by more than an hour, as far as is known: worth a warning."""
        if self._told is not None:
            return abs(self._told.wall - self._told.time) > NOTICEABLE
        return self._mark is not None and self._wall() < self._mark - NOTICEABLE
