"""What an audit entry costs beside the request that writes it."""

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from uuid import UUID

from benchmarks.ours import Gatehouse
from gatehouse.audit.queries import ReportedEntry
from gatehouse.audit.service import record_backend_entry
from gatehouse.kit.db import Command, Database, Scope

TIMES = 300
TOUCH = Command("update tenants set name = name where id = $1")
GROUPS = "/identity/resources/groups/v1"
ENTRY = ReportedEntry(
    action="group.created", severity="Info", description="A group was created", email=None, ip=None,
    user_agent=None, data={"name": "Benchmark"},
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cost:
    """Medians in milliseconds: a transaction with an entry and without, and a request that writes."""

    with_entry: float
    without: float
    request: float

    @property
    def share(self) -> float:
        return max(0.0, self.with_entry - self.without) / self.request

    @property
    def text(self) -> str:
        return (
            f"an entry costs {self.with_entry - self.without:.2f} ms, a request that creates a group"
            f" {self.request:.2f} ms: {self.share:.1%}"
        )


def cost(url: str, gatehouse: Gatehouse, folder: Path) -> Cost:
    token = gatehouse.access_tokens()[0]
    requests = []
    for number in range(TIMES // 3):
        began = time.perf_counter()
        body = {"name": f"Benchmark {number}"}
        gatehouse.server.post(GROUPS, body, {"authorization": f"Bearer {token}"})
        requests.append(time.perf_counter() - began)
    with_entry, without = asyncio.run(_entries(url, gatehouse.seeded.tenant_id))
    return Cost(with_entry, without, median(requests) * 1000)


async def _entries(url: str, tenant_id: UUID) -> tuple[float, float]:
    """Both in turn, so that what else the machine does falls on both alike."""
    database = await Database.connect(url, connections=2)
    taken: dict[bool, list[float]] = {True: [], False: []}
    try:
        for number in range(2 * TIMES):
            writes = bool(number % 2)
            began = time.perf_counter()
            async with database.transaction(Scope.tenant(tenant_id)) as db:
                await TOUCH.run(db, tenant_id)
                if writes:
                    await record_backend_entry(db, tenant_id, ENTRY)
            taken[writes].append(time.perf_counter() - began)
    finally:
        await database.close()
    return median(taken[True]) * 1000, median(taken[False]) * 1000
