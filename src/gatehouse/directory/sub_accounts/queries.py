"""Statements on the accounts below one."""

from uuid import UUID

from gatehouse.kit.db import Query

# The account above whose access person $2 has in account $1.
CAME_FROM = Query(
    UUID,
    "select inherited_from from memberships"
    " where tenant_id = $1 and user_id = $2 and inherited_from is not null",
)
