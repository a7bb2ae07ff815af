from typing import LiteralString

from gatehouse.kit.db import Command, Query
from gatehouse.kit.tenant_cleanup import TenantTable
from gatehouse.reports.models import ActionCount, DueSchedule, StoredReportSchedule

LEFT = TenantTable("report_schedules")

# Entries that are looked at, the newest. Who has more knows it without a report.
MOST: LiteralString = "100000"

# Of the tenant `$1`, from `$2` until before `$3`.
HAPPENED = Query(
    ActionCount,
    f"""
    select action, count(*) as n,
      count(*) filter (where severity in ('High', 'Error', 'Critical')) as severe
    from (
      select action, severity from audits where tenant_id = $1 and created_at >= $2 and created_at < $3
      order by created_at desc limit {MOST}
    ) looked group by action order by n desc, action
    """,
)
# Those of these addresses that belong to users with access to the tenant now.
MEMBERS = Query(
    str,
    """
    select u.email from users u
    join memberships_in_force m on m.user_id = u.id and m.tenant_id = $1 and m.until > $3
    where u.email = any ($2::text[]) order by u.email
    """,
)

_COLUMNS: LiteralString = """
  tenant_id, template, cadence, timezone, days, is_active, next_at, created_at, updated_at
"""
SCHEDULES = Query(
    StoredReportSchedule, f"select {_COLUMNS} from report_schedules where tenant_id = $1"
)
SAVE = Query(
    StoredReportSchedule,
    f"""
    insert into report_schedules ({_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
    on conflict (tenant_id, template) do update
      set cadence = $3, timezone = $4, days = $5, is_active = $6, next_at = $7, updated_at = $8
    returning {_COLUMNS}
    """,
)
DUE = Query(
    DueSchedule,
    """
    select next_at as due_at, tenant_id::text || template as id, tenant_id, template
    from report_schedules
    where is_active and next_at <= $1 and (next_at, tenant_id::text || template) > ($2, $3)
      and exists (select from tenants t where t.id = report_schedules.tenant_id and t.deleted_at is null)
    order by next_at, tenant_id::text || template limit $4
    """,
)
# Unless another worker sends it.
TAKE = Query(
    StoredReportSchedule,
    f"""
    select {_COLUMNS} from report_schedules
    where tenant_id = $1 and template = $2 and is_active and next_at <= $3 for update skip locked
    """,
)
NEXT = Command("update report_schedules set next_at = $3 where tenant_id = $1 and template = $2")
