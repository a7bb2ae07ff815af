from gatehouse.kit.db import Command, Query
from gatehouse.policies.admission.models import EntryRules
from gatehouse.policies.country_restrictions.queries import RULES as COUNTRIES
from gatehouse.policies.domain_restrictions.queries import RULES as DOMAINS
from gatehouse.policies.ip_restrictions.queries import RULES as ADDRESSES

# No row for a tenant that restricts nothing.
RULES = Query(
    EntryRules,
    f"""
    select {ADDRESSES}, {DOMAINS}, {COUNTRIES} from entry_rules e
    where e.tenant_id = $1 and e.is_active
    """,
)

SET_COUNTRY_RULES = Command(
    """
    insert into entry_rules (tenant_id, updated_at, country_active, country_strategy, country_unknown,
      country_mail)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (tenant_id) do update set updated_at = $2, country_active = $3, country_strategy = $4,
      country_unknown = $5, country_mail = $6
    """
)

SET_COUNTRIES = Command(
    """
    insert into entry_rules (tenant_id, updated_at, countries) values ($1, $2, $3)
    on conflict (tenant_id) do update set updated_at = $2, countries = $3
    """
)

SET_DOMAIN_RULES = Command(
    """
    insert into entry_rules as e (tenant_id, updated_at, domain_active, domain_strategy,
      block_public_domains)
    values ($1, $2, $3, coalesce($4, 'ALLOW'), coalesce($5, false))
    on conflict (tenant_id) do update set updated_at = $2, domain_active = $3,
      domain_strategy = coalesce($4, e.domain_strategy),
      block_public_domains = coalesce($5, e.block_public_domains)
    """
)

SET_ADDRESS_RULES = Command(
    """
    insert into entry_rules as e (tenant_id, updated_at, ip_active, ip_strategy)
    values ($1, $2, $3, coalesce($4, 'ALLOW'))
    on conflict (tenant_id) do update set updated_at = $2, ip_active = $3,
      ip_strategy = coalesce($4, e.ip_strategy)
    """
)
