from datetime import datetime

from gatehouse.kit.db import Query

COUNT_UNUSED = Query(
    int,
    """
    select count(*)::int from application_clients c where c.registered_at is not null
      and not exists (select from oauth_consents o where o.application_id = c.application_id)
    """,
)
OLDEST = Query(
    datetime,
    """
    select min(c.registered_at) as registered_at from application_clients c
    where not exists (select from oauth_consents o where o.application_id = c.application_id)
    """,
)
