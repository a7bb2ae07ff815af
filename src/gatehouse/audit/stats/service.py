"""How much happened today, and how much of this week's is severe."""

from uuid import UUID

from gatehouse.audit import queries as audit
from gatehouse.audit.stats import queries
from gatehouse.audit.stats.models import Stats, began
from gatehouse.kit import clock
from gatehouse.kit.db import Db


async def stats(db: Db, tenant_id: UUID) -> Stats:
    now = clock.now()
    since = began(now, await audit.TIMEZONE.one(db, tenant_id))
    return await queries.STATS.one(db, tenant_id, since.day, since.week, now)
