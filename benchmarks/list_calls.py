"""What one call of a list costs: CPU of the server and the database, and the latency at half load."""

from dataclasses import dataclass

from benchmarks.measure import Sample, sample
from benchmarks.plan import Plan, Request

PAGE_MS = 50  # p95 at half load
DATABASE_MS = 5  # CPU of the database for each call
CONNECTIONS = 4
HEAD = """\
| call | CPU of server, database (ms) | a second | p50, p95 at half load (ms) | p95 | database |
|---|---|---|---|---|---|"""


@dataclass(frozen=True, slots=True)
class Installation:
    """The server and the database of a run: where it listens, its processes and cores."""

    port: int
    server: int
    database: int
    cores: set[int]

    def report(self, name: str, request: Request, seconds: float) -> None:
        """Print the row of a call. Half load is half of what this call reaches with every connection busy."""
        plan = Plan([[request] for _ in range(CONNECTIONS)])
        full = self._sample(plan, seconds)
        plan.rate = full.per_second / 2
        half = self._sample(plan, seconds)
        server, database = full.server_cpu / 1000, full.database_cpu / 1000
        print(
            f"| {name} | {server:.2f}, {database:.2f} | {full.per_second:.0f}"
            f" | {half.p50:.1f}, {half.p95:.1f} | {verdict(holds=half.p95 <= PAGE_MS)}"
            f" | {verdict(holds=database <= DATABASE_MS)} |",
            flush=True,
        )

    def _sample(self, plan: Plan, seconds: float) -> Sample:
        return sample(
            self.port, plan, server=self.server, cores=self.cores, database=self.database,
            seconds=seconds,
        )  # fmt: skip


def verdict(*, holds: bool) -> str:
    return "holds" if holds else "FALLS SHORT"
