"""Statements on connections: of all tenants, and of one."""

from typing import LiteralString

from gatehouse.kit.db import Query
from gatehouse.overview.models import FailingCounts
from gatehouse.overview.schemas import ConnectionOut, TenantDirectoryOut, TenantSsoOut

MOST: LiteralString = "10000"
# Figures of a webhook's deliveries cover its newest ones.
LOOKED_AT: LiteralString = "100"


def _join_enabled(alias: LiteralString) -> LiteralString:
    """The enabled connection of a row, looked up by its key: the planner would read all connections."""
    return f"""cross join lateral (
      select from sso_connections c
      where c.tenant_id = {alias}.tenant_id and c.id = {alias}.connection_id and c.enabled offset 0
    ) c"""


# One row for each connection that fails at `$1`, with its worst problem.
FAILING: LiteralString = f"""
  select distinct on (id) id, kind, problem, since from (
    (select w.id, 'webhook' as kind,
      case when w.disabled_at is null then 'not_answering' else 'given_up' end as problem,
      coalesce(w.disabled_at, w.failing_since) as since, 0 as rank
    from webhooks w where w.failing_since is not null or w.disabled_at is not null limit {MOST})
    union all
    (select d.connection_id, 'sso', 'domain_lost', d.missing_since, 0
    from sso_domains d {_join_enabled("d")}
    where d.missing_since is not null limit {MOST})
    union all
    (select x.connection_id, 'sso', 'certificate_over', x.expires_at, 1
    from sso_certificates x {_join_enabled("x")}
    where x.expires_at <= $1 and not exists (
      select from sso_certificates o
      where o.tenant_id = x.tenant_id and o.connection_id = x.connection_id and o.expires_at > $1
    ) limit {MOST})
    union all
    (select t.connection_id, 'sso', 'test_failed', t.created_at, 2
    from sso_tests t {_join_enabled("t")}
    where not t.passed and not exists (
      select from sso_tests o where o.tenant_id = t.tenant_id and o.connection_id = t.connection_id
        and o.passed and o.created_at > t.created_at
    ) limit {MOST})
  ) one order by id, rank, since
"""

# No condition in it: a part with one would be read whole before the first row.
EVERY: LiteralString = """
  select 'webhook'::text as kind, id, tenant_id, coalesce(nullif(display_name, ''), url) as name,
    is_active as enabled, created_at, null::timestamptz as deleted_at
  from webhooks
  union all
  select 'sso'::text, id, tenant_id, type, enabled, created_at, null::timestamptz from sso_connections
  union all
  select 'directory'::text, id, tenant_id, name, sync_to_user_management, created_at, deleted_at
  from scim_connections
"""

# `$2` kind, `$3` state (failing, on, off), `$4` tenant. Scalar sub-selects, because the planner would turn
# `exists` into a join, and read everything before the first row. The vendor's own webhooks are no account's.
WANTED: LiteralString = """
  e.deleted_at is null and ($2::text is null or e.kind = $2) and ($4::uuid is null or e.tenant_id = $4)
  and coalesce((select x.deleted_at is null from tenants x where x.id = e.tenant_id), true)
"""
# Each is looked up by its id, independent of how many connections exist.
FIRST: LiteralString = f"""
  select e.*, f.problem, f.since
  from failing f cross join lateral (select * from ({EVERY}) e where e.id = f.id offset 0) e
  where {WANTED} and ($3::text is null or $3 = 'failing')
"""
OTHERS: LiteralString = f"""
  {WANTED} and $3::text is distinct from 'failing' and ($3 is null or e.enabled = ($3 = 'on'))
  and e.id <> all (array(select f.id from failing f))
"""

# `$5`: offset, `$6`: limit.
CONNECTIONS = Query(
    ConnectionOut,
    f"""
    with failing as materialized ({FAILING}),
    first as materialized ({FIRST}),
    page as materialized (
      select * from (
        (select * from first order by since desc, id limit $5::bigint + $6::bigint)
        union all
        (select e.*, null, null from ({EVERY}) e where {OTHERS}
        order by e.created_at desc, e.id desc
        limit $5::bigint + $6::bigint)
      ) both_of_them
      order by problem is null, since desc, created_at desc, id desc offset $5::bigint limit $6::bigint
    )
    select p.kind, p.id, t.id as tenant_id, t.name as tenant_name, p.name, p.enabled, p.problem,
      p.since as failing_since,
      case p.kind
        when 'webhook' then (
          select max(n.last_attempt_at) from (
            select d.status, d.last_attempt_at from webhook_deliveries d
            where d.webhook_id = p.id order by d.created_at desc, d.id desc limit {LOOKED_AT}
          ) n where n.status = 'delivered')
        when 'directory' then (
          select s.last_sync_at from scim_connections s where s.tenant_id = p.tenant_id and s.id = p.id)
        else (
          select max(s.created_at) from sso_tests s
          where s.tenant_id = p.tenant_id and s.connection_id = p.id and s.passed)
      end as last_success_at,
      case p.kind
        when 'webhook' then (
          select max(n.last_attempt_at) from (
            select d.status, d.last_attempt_at from webhook_deliveries d
            where d.webhook_id = p.id order by d.created_at desc, d.id desc limit {LOOKED_AT}
          ) n where n.status <> 'delivered')
        when 'sso' then (
          select max(s.created_at) from sso_tests s
          where s.tenant_id = p.tenant_id and s.connection_id = p.id and not s.passed)
      end as last_failure_at,
      p.created_at
    from page p left join tenants t on t.id = p.tenant_id
    order by p.problem is null, p.since desc, p.created_at desc, p.id desc
    """,
)
COUNT_CONNECTIONS = Query(
    int,
    f"""
    with failing as materialized ({FAILING})
    select (select count(*) from ({FIRST}) first) + (
      select count(*) from (select from ({EVERY}) e where {OTHERS} limit {MOST}) counted
    ) as total
    """,
)
FAILING_COUNTS = Query(
    FailingCounts,
    f"""
    with failing as materialized ({FAILING})
    select count(*) filter (where kind = 'sso') as sso,
      count(*) filter (where kind = 'webhook') as webhooks
    from failing
    """,
)


def _select_domains(which: LiteralString) -> LiteralString:
    return f"""
      array(
        select d.domain from sso_domains d
        where d.tenant_id = c.tenant_id and d.connection_id = c.id and {which}
        order by d.domain limit 100
      )
    """


SSO = Query(
    TenantSsoOut,
    f"""
    select c.id, c.type, c.enabled, c.enforced, c.created_at,
      {_select_domains("d.validated_at is not null")} as domains,
      {_select_domains("d.validated_at is null")} as unproved_domains,
      {_select_domains("d.missing_since is not null")} as lost_domains,
      (
        select max(x.expires_at) from sso_certificates x
        where x.tenant_id = c.tenant_id and x.connection_id = c.id
      ) as certificate_until,
      t.created_at as tested_at, t.passed as test_passed,
      (
        select one ->> 'says' from jsonb_array_elements(t.checks) one
        where not (one ->> 'passed')::boolean limit 1
      ) as test_problem
    from sso_connections c
    left join lateral (
      select s.created_at, s.passed, s.checks from sso_tests s
      where s.tenant_id = c.tenant_id and s.connection_id = c.id and s.passed is not null
      order by s.created_at desc limit 1
    ) t on true
    where c.tenant_id = $1
    order by c.created_at, c.id limit 100
    """,
)
DIRECTORIES = Query(
    TenantDirectoryOut,
    """
    select id, name, source, sync_to_user_management as enabled, last_sync_at, created_at
    from scim_connections where tenant_id = $1 and deleted_at is null
    order by created_at, id limit 100
    """,
)
