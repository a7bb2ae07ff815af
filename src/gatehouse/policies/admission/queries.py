from gatehouse.kit.db import Query
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
