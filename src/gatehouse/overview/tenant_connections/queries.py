"""Statements on the connections of one account, for the vendor. No account has more than these bounds."""

from typing import LiteralString

from gatehouse.kit.db import Query
from gatehouse.overview.tenant_connections.models import DirectoryState, SsoState


def _domains_condition(which: LiteralString) -> LiteralString:
    return f"""
      array(
        select d.domain from sso_domains d
        where d.tenant_id = c.tenant_id and d.connection_id = c.id and {which}
        order by d.domain limit 100
      )
    """


SSO = Query(
    SsoState,
    f"""
    select c.id, c.type, c.enabled, c.enforced, c.created_at,
      {_domains_condition("d.validated_at is not null")} as domains,
      {_domains_condition("d.validated_at is null")} as unproved_domains,
      {_domains_condition("d.missing_since is not null")} as lost_domains,
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
    DirectoryState,
    """
    select id, name, source, sync_to_user_management as enabled, last_sync_at, created_at
    from scim_connections where tenant_id = $1 and deleted_at is null
    order by created_at, id limit 100
    """,
)
