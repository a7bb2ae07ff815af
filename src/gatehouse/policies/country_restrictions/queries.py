from typing import LiteralString

from gatehouse.kit.db import Command, Query
from gatehouse.policies.country_restrictions.models import CountryRules

# What `CountryRules` has, of row `e` of the tenant's rules.
RULES: LiteralString = (
    "e.country_active, e.country_strategy, e.country_unknown, e.countries, e.country_mail"
)

IN_FORCE = Query(CountryRules, f"select {RULES} from entry_rules e where e.tenant_id = $1")

SET_CONFIG = Command(
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
