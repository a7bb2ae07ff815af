"""How much happened today, and how much of this week's is severe."""

from uuid import UUID

from gatehouse.audit import queries as audit
from gatehouse.audit.stats import queries
from gatehouse.audit.stats.models import AuditStats, days_until, period_starts
from gatehouse.audit.stats.schemas import DayOut, DaysOut
from gatehouse.kit import clock
from gatehouse.kit.db import Db


async def read_audit_stats(db: Db, tenant_id: UUID) -> AuditStats:
    now = clock.now()
    since = period_starts(now, await audit.TIMEZONE.one(db, tenant_id))
    return await queries.STATS.one(db, tenant_id, since.day, since.week, now)


async def read_audit_days(db: Db, tenant_id: UUID) -> DaysOut:
    now = clock.now()
    wanted = days_until(now, await audit.TIMEZONE.one(db, tenant_id))
    found = await queries.BY_DAY.all(db, tenant_id, [one.starts for one in wanted], now)
    counts = {one.place: one.count for one in found}
    cut = max((one.cut_at for one in found if one.cut_at), default=None)
    return DaysOut(
        days=[
            DayOut(day=one.date, count=counts.get(place, 0))
            for place, one in enumerate(wanted, start=1)
            if cut is None or one.starts > cut
        ]
    )
