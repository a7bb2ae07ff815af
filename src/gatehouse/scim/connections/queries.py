"""Connections as the statements return them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, LiteralString
from uuid import UUID

from gatehouse.kit.db import Command, Query
from gatehouse.kit.tenant_cleanup import TenantTable

Source = Literal["frontegg", "okta", "azure-ad", "other"]


@dataclass(frozen=True, slots=True)
class StoredScimConnection:
    id: UUID
    tenant_id: UUID
    connection_name: str
    source: Source
    sync_to_user_management: bool
    created_at: datetime
    last_sync: datetime | None
    token_made_at: datetime


@dataclass(frozen=True, slots=True)
class EndingConnection:
    """A deleted connection that still manages users or groups. `removed_by`: the user who deleted it."""

    id: UUID
    tenant_id: UUID
    name: str
    removes_people: bool
    removed_by: UUID | None


LEFT = TenantTable("scim_connections")

_SHOWN: LiteralString = """
  id, tenant_id, name as connection_name, source, sync_to_user_management, created_at,
  last_sync_at as last_sync, token_made_at
"""

# No tenant has more than these.
ALL = Query(
    StoredScimConnection,
    f"""
    select {_SHOWN} from scim_connections where tenant_id = $1 and deleted_at is null
    order by created_at, id limit 50
    """,
)
FIND = Query(
    StoredScimConnection,
    f"""
    select {_SHOWN} from scim_connections
    where tenant_id = $1 and id = $2 and deleted_at is null
    """,
)
COUNT = Query(
    int, "select count(*) from scim_connections where tenant_id = $1 and deleted_at is null"
)
COUNT_USERS = Query(
    int, "select count(*) from scim_users where tenant_id = $1 and connection_id = $2"
)
# The roles that a holder of the token can assign. It must list all of them: a role left out would be assigned
# without a check.
ROLES_GIVEN = Query(
    UUID,
    """
    select distinct r.role_id from scim_groups g
    join group_roles r on r.tenant_id = g.tenant_id and r.group_id = g.id
    where g.tenant_id = $1 and g.connection_id = $2
    """,
)
ADD = Command(
    """
    insert into scim_connections (id, tenant_id, name, source, sync_to_user_management, token_hash,
      token_made_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $7)
    """
)
CHANGE = Command(
    """
    update scim_connections set name = $3, sync_to_user_management = $4
    where tenant_id = $1 and id = $2
    """
)
ROTATE = Command(
    """
    update scim_connections set token_hash = $3, token_made_at = $4
    where tenant_id = $1 and id = $2
    """
)
# The token opens nothing from then on.
END = Command(
    """
    update scim_connections set deleted_at = $3, removes_people = $4, removed_by = $5, token_hash = ''
    where tenant_id = $1 and id = $2
    """
)
DELETE = Command("delete from scim_connections where tenant_id = $1 and id = $2")

# Of all tenants, longest ago first.
ENDING = Query(
    EndingConnection,
    """
    select id, tenant_id, name, removes_people, removed_by from scim_connections
    where deleted_at is not null order by deleted_at
    """,
)
SOME_USERS = Query(
    UUID,
    """
    select user_id from scim_users where tenant_id = $1 and connection_id = $2
    order by id limit $3
    """,
)
SOME_GROUPS = Query(
    UUID,
    "select id from scim_groups where tenant_id = $1 and connection_id = $2 order by id limit $3",
)

NOTE_SYNC = Command(
    "update scim_connections set last_sync_at = $3 where tenant_id = $1 and id = $2"
)
