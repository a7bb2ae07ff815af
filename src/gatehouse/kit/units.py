"""Jobs over many tenants work in units: a row, or a tenant, in a transaction of its own. A unit that fails is
logged and counted, the others go on, and the next run of the job tries it again."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from types import TracebackType
from typing import Protocol, Self, TypeVar
from uuid import UUID

from prometheus_client import Counter

from gatehouse.kit.db import Database, Query, Scope
from gatehouse.kit.logs import get_logger

log = get_logger("gatehouse.jobs")

# Without a label for the job: the first failure would then begin a series, which is no increase.
FAILURES = Counter("gatehouse_job_unit_failures", "Units of jobs over many tenants that failed")
PAGE = 500  # rows in a statement
EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
FIRST_ID = UUID(int=0)


class UnitsFailed(Exception):
    """Raised at the end of a run in which units failed, so that the run counts as failed."""


class DueUnit(Protocol):
    """A row that is due. `due_at` and `id` are the order in which such rows are listed."""

    @property
    def due_at(self) -> datetime: ...

    @property
    def id(self) -> object: ...


DueRow = TypeVar("DueRow", bound=DueUnit)


class UnitFailures:
    """The failures of one run: `with UnitFailures("a.job") as failures`, and in it `with failures.caught(…)`
    around each unit. Raises `UnitsFailed` at its end when there were any."""

    def __init__(self, job: str) -> None:
        self._job = job
        self._count = 0
        self._last: Exception | None = None

    @contextmanager
    def caught(self, **unit: object) -> Iterator[None]:
        """Log and count an exception of this unit instead of raising it."""
        try:
            yield
        except Exception as error:
            self._count += 1
            self._last = error
            FAILURES.inc()
            named = {name: str(value) for name, value in unit.items()}
            log.exception("job.unit_failed", job=self._job, **named, exc_info=error)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None and self._last is not None:
            raise UnitsFailed(f"{self._count} of {self._job} failed") from self._last


async def each_due(
    database: Database,
    statement: Query[DueRow],
    *values: object,
    first_id: object = FIRST_ID,
) -> AsyncIterator[DueRow]:
    """Every row that is due, a page at a time.

    `statement` takes the values, then the `due_at` and `id` behind which the page begins, and its size. A
    page begins behind the last one, so rows that stay due because they fail do not come again in this run.
    """
    at, last = EARLIEST, first_id
    while True:
        async with database.transaction(Scope.system()) as db:
            rows = await statement.all(db, *values, at, last, PAGE)
        if not rows:
            return
        for row in rows:
            yield row
        at, last = rows[-1].due_at, rows[-1].id
