from typing import LiteralString

from gatehouse.audit.stats.models import Stats
from gatehouse.kit.db import Query

# Entries of a week that are looked at. Who has more in a week has more than a number can tell.
MOST: LiteralString = "100000"

# Of the tenant `$1`, from the day `$2` and the week `$3` until now, `$4`.
STATS = Query(
    Stats,
    f"""
    select (
      select count(*) from (
        select 1 from audits a where a.tenant_id = $1 and a.created_at >= $2 and a.created_at <= $4
        limit {MOST}
      ) today
    ) as total_today, (
      select count(*) from (
        select a.severity from audits a
        where a.tenant_id = $1 and a.created_at >= $3 and a.created_at <= $4
        limit {MOST}
      ) week where severity in ('High', 'Error', 'Critical')
    ) as severe_this_week
    """,
)
