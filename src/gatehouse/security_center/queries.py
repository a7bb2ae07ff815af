"""All facts of a tenant in one statement. Users are counted in indexes of the roster, up to `CAP`."""

from typing import LiteralString

from gatehouse.kit.db import Query
from gatehouse.kit.lists import CAP
from gatehouse.security_center.models import SecurityFacts


def _count_members(condition: LiteralString) -> LiteralString:
    return f"""(
      select count(*) from (
        select from roster r where r.tenant_id = $1 and {condition} limit {CAP}
      ) counted
    )"""


# Facts of the tenant `$1`. A user is inactive when not seen since `$2`, or when never seen and joined before
# `$2`. `$3` to `$7` are the vendor's rules, for a tenant that has set none.
FACTS = Query(
    SecurityFacts,
    f"""
    with counted as materialized (
      select (
        select coalesce(sum(c.people), 0)::bigint from roster_counts c where c.tenant_id = $1
      ) as people, {_count_members("not r.mfa_enrolled")} as unenrolled,
      {_count_members("r.password_breached")} as breached,
      {_count_members("r.last_login_at < $2")} as seen_before,
      {_count_members("r.last_login_at is null and r.joined_at < $2")} as never_seen
    )
    select counted.people,
      case when counted.unenrolled < {CAP} then greatest(counted.people - counted.unenrolled, 0)
        else {_count_members("r.mfa_enrolled")} end as enrolled,
      counted.breached, least(counted.seen_before + counted.never_seen, {CAP}) as inactive,
      coalesce(m.enforce_mfa_type, $3::text) as enforce_mfa_type,
      coalesce(l.enabled, $4::bool) as lockout_enabled,
      coalesce(l.max_attempts, $5::int) as lockout_max_attempts,
      coalesce(h.enabled, $6::bool) as history_enabled,
      coalesce(h.history_size, $7::int) as history_size,
      coalesce(s.absolute_active, false) as relogin_active,
      coalesce(s.absolute_seconds, 0) as relogin_seconds,
      coalesce(s.concurrent_active, false) as concurrent_active,
      coalesce(s.concurrent_max, 0) as concurrent_max,
      coalesce(s.idle_active, false) as idle_active,
      coalesce(s.idle_seconds, 0) as idle_seconds,
      coalesce(e.ip_active, false) as ip_active,
      coalesce(e.ip_strategy, 'ALLOW') as ip_strategy, (
        select count(*) from ip_restrictions i
        where i.tenant_id = $1 and i.is_active and i.strategy = e.ip_strategy
      ) as ips,
      coalesce(e.domain_active, false) as domain_active,
      coalesce(e.domain_strategy, 'ALLOW') as domain_strategy, (
        select count(*) from email_domain_restrictions d
        where d.tenant_id = $1 and d.strategy = e.domain_strategy
      ) as domains,
      coalesce(e.country_active, false) as country_active,
      exists (
        select from sso_connections c
        join sso_domains d on d.tenant_id = c.tenant_id and d.connection_id = c.id
        where c.tenant_id = $1 and c.enabled and d.validated_at is not null
      ) as has_sso
    from counted
    left join mfa_policies m on m.tenant_id = $1
    left join lockout_policies l on l.tenant_id = $1
    left join password_history_policies h on h.tenant_id = $1
    left join session_policies s on s.tenant_id = $1
    left join entry_rules e on e.tenant_id = $1
    """,
)
