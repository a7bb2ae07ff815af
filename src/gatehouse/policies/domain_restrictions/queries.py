from typing import LiteralString

from gatehouse.kit.db import Command, Query
from gatehouse.kit.tenant_cleanup import TenantTable
from gatehouse.policies.domain_restrictions.models import DomainRestriction, DomainRules

LEFT = TenantTable("email_domain_restrictions")

# What `DomainRules` has, of row `e` of the tenant's rules.
RULES: LiteralString = """
  e.domain_active, e.domain_strategy, e.block_public_domains, array(
    select d.domain from email_domain_restrictions d
    where d.tenant_id = e.tenant_id and d.strategy = e.domain_strategy
  ) as domains
"""

IN_FORCE = Query(DomainRules, f"select {RULES} from entry_rules e where e.tenant_id = $1")

LISTED = Query(
    DomainRestriction,
    """
    select id, domain, strategy from email_domain_restrictions where tenant_id = $1
    order by domain, id limit 1000
    """,
)

COUNT = Query(int, "select count(*) from email_domain_restrictions where tenant_id = $1")

ADD = Query(
    DomainRestriction,
    """
    insert into email_domain_restrictions (id, tenant_id, domain, strategy, created_at)
    values ($1, $2, $3, $4, $5)
    on conflict do nothing
    returning id, domain, strategy
    """,
)

REMOVE = Query(
    DomainRestriction,
    """
    delete from email_domain_restrictions where tenant_id = $1 and id = $2
    returning id, domain, strategy
    """,
)

REMOVE_ALL = Command("delete from email_domain_restrictions where tenant_id = $1 and strategy = $2")
