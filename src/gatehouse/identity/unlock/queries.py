from gatehouse.identity.unlock.models import Holder
from gatehouse.kit.db import Query

HOLDER = Query(
    Holder,
    "select id as user_id, email, default_tenant_id as tenant_id from users where id = $1 and verified",
)
