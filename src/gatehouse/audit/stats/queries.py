from typing import LiteralString

from gatehouse.audit.stats.models import AuditStats, DayCount
from gatehouse.kit.db import Query

# Limit of counted entries; a larger number would not be more useful.
MOST: LiteralString = "100000"

# Of the tenant `$1`, from the day `$2` and the week `$3` until now, `$4`; both in an index alone.
STATS = Query(
    AuditStats,
    f"""
    select (
      select count(*) from (
        select 1 from audits a where a.tenant_id = $1 and a.created_at >= $2 and a.created_at <= $4
        limit {MOST}
      ) today
    ) as total_today, (
      select count(*) from (
        select 1 from audits a
        where a.tenant_id = $1 and a.created_at >= $3 and a.created_at <= $4
          and a.severity in ('High', 'Error', 'Critical')
        limit {MOST}
      ) week
    ) as severe_this_week
    """,
)

# Of the tenant `$1` until now, `$3`; `$2` is the first moment of each day. Read from now back, in an index
# alone.
BY_DAY = Query(
    DayCount,
    f"""
    with seen as materialized (
      select a.created_at from audits a
      where a.tenant_id = $1 and a.created_at >= ($2::timestamptz[])[1] and a.created_at <= $3
      order by a.created_at desc, a.id desc limit {MOST} + 1
    )
    select width_bucket(s.created_at, $2::timestamptz[]) as place, count(*) as count,
      (select c.created_at from seen c offset {MOST}) as cut_at
    from seen s group by 1
    """,
)
