"""Statements on users of all tenants. They need the system scope."""

from uuid import UUID

from gatehouse.kit.db import Query

# In tenant $2, or in any if $2 is null.
USERS_OF = Query(
    UUID,
    """
    select distinct user_id from application_users
    where application_id = $1 and ($2::uuid is null or tenant_id = $2) order by user_id limit 10000
    """,
)
APPLICATIONS_OF = Query(
    UUID,
    """
    select distinct u.application_id from memberships m
    join application_users u on u.tenant_id = m.tenant_id and u.user_id = m.user_id
    where m.user_id = $1 and ($2::uuid is null or m.tenant_id = $2) order by u.application_id limit 10000
    """,
)
