from typing import LiteralString

from gatehouse.kit.db import Query
from gatehouse.kit.tenant_cleanup import TenantTable
from gatehouse.policies.ip_restrictions.models import (
    AddressRules,
    IpRestriction,
    ListedIpRestriction,
)

LEFT = TenantTable("ip_restrictions")

# What `AddressRules` has, of row `e` of the tenant's rules.
RULES: LiteralString = """
  e.ip_active, e.ip_strategy, array(
    select r.network::text from ip_restrictions r
    where r.tenant_id = e.tenant_id and r.is_active and r.strategy = e.ip_strategy
  ) as networks
"""

IN_FORCE = Query(AddressRules, f"select {RULES} from entry_rules e where e.tenant_id = $1")

COLUMNS: LiteralString = (
    "id, network::text as network, strategy, is_active, description, created_at, updated_at"
)

LISTED = Query(
    ListedIpRestriction,
    f"""
    select {COLUMNS}, count(*) over () as total from ip_restrictions
    where tenant_id = $1 and ($2::text is null or strategy = $2)
    order by created_at desc, id desc limit $3::int offset $4::bigint
    """,
)

COUNT = Query(
    int,
    """
    select count(*) from ip_restrictions
    where tenant_id = $1 and ($2::text is null or strategy = $2)
    """,
)

ADD = Query(
    IpRestriction,
    f"""
    insert into ip_restrictions (id, tenant_id, network, strategy, is_active, description, created_at,
      updated_at)
    values ($1, $2, $3::text::cidr, $4, $5, $6, $7, $7)
    on conflict do nothing
    returning {COLUMNS}
    """,
)

ALLOW = Query(
    IpRestriction,
    f"""
    insert into ip_restrictions (id, tenant_id, network, strategy, is_active, description, created_at,
      updated_at)
    values ($1, $2, $3::text::cidr, 'ALLOW', true, $4, $5, $5)
    on conflict (tenant_id, strategy, network) do update set is_active = true, updated_at = $5
    returning {COLUMNS}
    """,
)

REMOVE = Query(
    IpRestriction,
    f"delete from ip_restrictions where tenant_id = $1 and id = $2 returning {COLUMNS}",
)

# The addresses that the tenant allows, whether or not that is in force.
ALLOWED = Query(
    str,
    """
    select network::text from ip_restrictions
    where tenant_id = $1 and is_active and strategy = 'ALLOW'
    """,
)
