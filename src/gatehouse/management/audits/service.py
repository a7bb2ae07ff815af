"""How much happened, where and when."""

from datetime import timedelta

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.management.audits import queries
from gatehouse.management.audits.errors import TooManySteps
from gatehouse.management.audits.schemas import AuditMetrics, MetricsQuery

SPAN = timedelta(days=7)
MOST_STEPS = 1000


async def metrics(db: Db, query: MetricsQuery) -> AuditMetrics:
    """`TooManySteps`."""
    end = query.end or clock.now()
    start = query.start or end - SPAN
    wide = timedelta(seconds=query.frequency)
    if start >= end or (end - start) / wide > MOST_STEPS:
        raise TooManySteps(f"`from` comes before `to`, and between are at most {MOST_STEPS} steps")
    counts = await queries.TOP.all(db, start, end, query.limit)
    found = {one.starts: one.n for one in await queries.STEPS.all(db, start, end, query.frequency)}
    steps = [start + wide * number for number in range(-((start - end) // wide))]
    return AuditMetrics(
        top_resources={one.name: one.n for one in counts if one.kind == "resource"},
        top_tenants={one.name: one.n for one in counts if one.kind == "tenant"},
        audits_counter_by_time={one.isoformat(): found.get(one, 0) for one in steps},
    )
