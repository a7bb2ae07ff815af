from gatehouse.identity.country_refusals.models import RefusalRecipient
from gatehouse.kit.db import Query

# Of person $2, by what account $1 wants now. Only to an address that is proved.
TOLD = Query(
    RefusalRecipient,
    """
    select u.email, u.name from users u join entry_rules e on e.tenant_id = $1
    where u.id = $2 and u.verified and e.country_active and e.country_mail
    """,
)
