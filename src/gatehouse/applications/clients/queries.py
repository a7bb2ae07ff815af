from gatehouse.applications.clients.models import ApplicationClient
from gatehouse.kit.db import Command, Query
from gatehouse.vendor.applications import Application

_CLIENTS = """
    select a.id as application_id, a.client_id, c.parent_id, a.name, a.redirect_uris,
      c.external_metadata, s.hint, c.created_at, greatest(a.updated_at, c.updated_at) as updated_at
    from application_clients c
    join applications a on a.id = c.application_id
    left join application_secrets s on s.application_id = a.id
"""
OF_APPLICATION = Query(
    ApplicationClient,
    f"{_CLIENTS} where c.parent_id = $1 order by c.created_at, a.id limit $2",
)
# Those that the vendor made.
COUNT = Query(
    int,
    "select count(*)::int from application_clients where parent_id = $1 and registered_at is null",
)
ONE = Query(ApplicationClient, f"{_CLIENTS} where a.client_id = $1")
ADD = Command(
    """
    insert into application_clients
      (application_id, parent_id, external_metadata, created_at, updated_at)
    values ($1, $2, $3, $4, $4)
    """
)
DESCRIBE = Command(
    "update application_clients set external_metadata = $2, updated_at = $3 where application_id = $1"
)
LOCK = Command("lock table application_clients in share row exclusive mode")
BY_KEY = Query(Application, "select * from applications where key = $1")
# Concurrent changes of the client wait.
HOLD = Query(
    Application,
    """
    select a.* from applications a
    where a.id = $1 and exists (select from application_clients c where c.application_id = a.id)
    for update
    """,
)
IS_CLIENT = Query(
    bool,
    "select exists (select from application_clients where application_id = $1) as is_client",
)

NOTE_REGISTRATION = Command(
    "update application_clients set registered_at = $2 where application_id = $1"
)
