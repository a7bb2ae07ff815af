from gatehouse.identity.unlock.models import Holder
from gatehouse.kit.db import Command, Query

HOLDER = Query(
    Holder,
    "select id as user_id, email, default_tenant_id as tenant_id from users where id = $1 and verified",
)

# Wrong passwords count for the account and for each place from which it was signed in to. That the vendor
# keeps the person out is another thing.
END = Command(
    """
    with account as (
      update passwords set failed_attempts = 0, locked_until = null where user_id = $1
    )
    update sign_in_attempts set failed_attempts = 0, locked_until = null
    where subject = $2 and locked_until is not null
    """
)
