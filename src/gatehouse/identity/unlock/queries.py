from gatehouse.identity.unlock.models import LockedAccountHolder
from gatehouse.kit.db import Query

HOLDER = Query(
    LockedAccountHolder,
    "select id as user_id, email, default_tenant_id as tenant_id from users where id = $1 and verified",
)
