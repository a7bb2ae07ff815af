"""One statement for each source, which reads at most `MOST` entries: for a tenant with more, fewer months are
known."""

from typing import LiteralString

from gatehouse.kit.db import Command, Query
from gatehouse.usage import models

MOST: LiteralString = "50000"

ACCOUNT = Query(
    models.UsageAccount,
    """
    select t.created_at, coalesce(t.timezone, '') as timezone, t.api_calls_since as calls_since,
      exists (select from licenses l where l.tenant_id = t.id) as has_licenses,
      greatest(t.audit_kept_from, gatehouse_audit_kept_since($2, t.audit_retention_days)) as audit_kept_from
    from tenants t where t.id = $1
    """,
)

COUNTED: LiteralString = """'{"actions": ["user.authenticated", "api_token.created"]}'::jsonb"""
# Of the tenant `$1` until now, `$3`; `$2` is the first moment of each month. Read from now back; without an
# id is the time of the one behind the last that was looked at.
ACTIVITY = Query(
    models.MonthlyActivity,
    f"""
    with seen as materialized (
      select a.id, a.created_at, a.action, a.actor_user_id
      from gatehouse_filter_audits($1, ($2::timestamptz[])[1], $3, true, {MOST} + 1, {COUNTED}) a
    )
    select width_bucket(s.created_at, $2::timestamptz[]) as month,
      count(distinct s.actor_user_id) filter (where s.action = 'user.authenticated') as people,
      count(*) filter (where s.action = 'user.authenticated') as sign_ins,
      count(*) filter (where s.action = 'api_token.created') as tokens,
      (select c.created_at from seen c where c.id is null) as cut_at
    from seen s group by 1
    """,
)

# Who has worked with a licensed tool; in two licenses, in two seats.
SEATS = Query(
    models.SeatUsage,
    f"""
    with seen as materialized (
      select l.id, u.subject, u.at, u.place
      from licenses l cross join lateral (
        select u.subject, u.at, row_number() over (order by u.at desc) as place
        from license_usage u
        where u.tenant_id = $1 and u.license_id = l.id
          and u.at >= ($2::timestamptz[])[1] and u.at <= $3
        order by u.at desc limit {MOST} + 1
      ) u
      where l.tenant_id = $1
    )
    select width_bucket(s.at, $2::timestamptz[]) as month, count(distinct (s.id, s.subject)) as seats,
      (select max(c.at) from seen c where c.place > {MOST}) as cut_at
    from seen s group by 1
    """,
)

CALLS = Query(
    models.CallUsage, "select month, calls from api_calls where tenant_id = $1 and month >= $2"
)
ZONES = Query(
    models.TenantTimeZone,
    "select id, coalesce(timezone, '') as timezone from tenants where id = any($1::uuid[])",
)
ADD_CALLS = Command(
    """
    insert into api_calls (tenant_id, month, calls)
    select n.tenant_id, n.month, n.calls
    from unnest($1::uuid[], $2::date[], $3::bigint[]) as n (tenant_id, month, calls)
    join tenants t on t.id = n.tenant_id
    order by n.tenant_id, n.month
    on conflict (tenant_id, month) do update set calls = api_calls.calls + excluded.calls
    """
)
