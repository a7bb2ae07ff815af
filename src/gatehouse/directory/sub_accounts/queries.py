"""Statements on the accounts below one."""

from uuid import UUID

from gatehouse.directory.tenants.models import Tenant
from gatehouse.kit.db import Command, Query

# The account above whose access person $2 has in account $1.
CAME_FROM = Query(
    UUID,
    "select inherited_from from memberships"
    " where tenant_id = $1 and user_id = $2 and inherited_from is not null",
)

RENAME = Query(
    Tenant,
    "update tenants set name = $2, updated_at = $3 where id = $1 and deleted_at is null returning *",
)

SET_RESELLER = Query(
    Tenant,
    "update tenants set is_reseller = $2, updated_at = $3"
    " where id = $1 and deleted_at is null returning *",
)

SET_ACCESS = Query(
    Tenant,
    "update tenants set sub_account_access = $2, updated_at = $3"
    " where id = $1 and deleted_at is null returning *",
)
# Everybody who is there of their own.
LET_ALL_BELOW = Command(
    "update memberships set sub_account_access_allowed = true"
    " where tenant_id = $1 and not sub_account_access_allowed and inherited_from is null"
)
