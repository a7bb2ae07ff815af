"""Statements on which tenants have which application. They need the system scope."""

from typing import LiteralString
from uuid import UUID

from gatehouse.kit.db import Query
from gatehouse.management.application_tenants.models import TenantAssignment

_COLUMNS: LiteralString = "tenant_id, application_id, access_type"

# No more than a backend reads at once; it narrows the rest down.
LIST = Query(
    TenantAssignment,
    f"""
    select {_COLUMNS} from application_tenants
    where ($1::uuid[] is null or application_id = any ($1)) and ($2::uuid[] is null or tenant_id = any ($2))
      and ($3::text is null or access_type = $3)
    order by tenant_id, application_id limit 10000
    """,
)
TENANTS_OF = Query(
    UUID,
    """
    select tenant_id from application_tenants where application_id = $1
    order by created_at, tenant_id limit 10000
    """,
)
SAVE = Query(
    bool,
    """
    insert into application_tenants (application_id, tenant_id, access_type, created_at)
    values ($1, $2, $3, $4)
    on conflict (application_id, tenant_id) do update set access_type = $3
    returning created_at = $4 as is_new
    """,
)
CHANGE = Query(
    bool,
    """
    update application_tenants set access_type = $3 where application_id = $1 and tenant_id = $2
    returning true as changed
    """,
)
# With whoever was let in there: given again, it is empty.
DELETE = Query(
    bool,
    """
    with people as (delete from application_users where tenant_id = $2 and application_id = $1)
    delete from application_tenants where application_id = $1 and tenant_id = $2 returning true as gone
    """,
)
