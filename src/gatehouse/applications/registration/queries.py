from datetime import datetime

from gatehouse.kit.db import Command, Query

COUNT_UNUSED = Query(
    int,
    """
    select count(*)::int from application_clients c where c.registered_at is not null
      and not exists (select from oauth_consents o where o.application_id = c.application_id)
    """,
)
NOTE = Command("update application_clients set registered_at = $2 where application_id = $1")
# Whom nobody lets in is not needed any more.
_UNUSED = """
    from application_clients c where c.registered_at < $1
      and not exists (select from oauth_consents o where o.application_id = c.application_id)
"""
FORGET = Command(
    "delete from applications where id in ("
    f"select c.application_id {_UNUSED} order by c.registered_at limit $2)"
)
OLDEST = Query(
    datetime,
    """
    select min(c.registered_at) as registered_at from application_clients c
    where not exists (select from oauth_consents o where o.application_id = c.application_id)
    """,
)
