from typing import LiteralString

from gatehouse.kit.db import Query
from gatehouse.policies.country_restrictions.models import CountryRules

# What `CountryRules` has, of row `e` of the tenant's rules.
RULES: LiteralString = (
    "e.country_active, e.country_strategy, e.country_unknown, e.countries, e.country_mail"
)

IN_FORCE = Query(CountryRules, f"select {RULES} from entry_rules e where e.tenant_id = $1")
