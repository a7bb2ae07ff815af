"""Statements on sub-accounts."""

from uuid import UUID

from gatehouse.kit.db import Query

# The account above from which user $2 has inherited access to account $1.
CAME_FROM = Query(
    UUID,
    "select inherited_from from memberships"
    " where tenant_id = $1 and user_id = $2 and inherited_from is not null",
)
