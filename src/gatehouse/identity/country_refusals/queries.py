from gatehouse.identity.country_refusals.models import RefusalRecipient
from gatehouse.kit.db import Query

# User $2, if tenant $1 wants the mail. Only to a verified address.
TOLD = Query(
    RefusalRecipient,
    """
    select u.email, u.name from users u join entry_rules e on e.tenant_id = $1
    where u.id = $2 and u.verified and e.country_active and e.country_mail
    """,
)
