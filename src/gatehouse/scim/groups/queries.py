"""Groups as a directory keeps them."""

from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from gatehouse.kit.db import Command, Query


@dataclass(frozen=True, slots=True)
class ScimGroup:
    """`id` is the group's own."""

    id: UUID
    name: str
    external_id: str | None
    version: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class GroupMember:
    """`id` is that of the directory's user, `user_id` the account's."""

    group_id: UUID
    id: UUID
    user_id: UUID


COLUMNS: LiteralString = "s.id, g.name, s.external_id, s.version, s.created_at, s.updated_at"
SOURCE: LiteralString = """
  scim_groups s join groups g on g.tenant_id = s.tenant_id and g.id = s.id
"""

FIND = Query(
    ScimGroup,
    f"""
    select {COLUMNS} from {SOURCE}
    where s.tenant_id = $1 and s.connection_id = $2 and s.id = $3
    """,
)

# In the order in which the directory brought them in.
MEMBERS = Query(
    GroupMember,
    """
    select gm.group_id, u.id, u.user_id
    from group_members gm
    join scim_users u on u.tenant_id = gm.tenant_id and u.user_id = gm.user_id
    where gm.tenant_id = $1 and u.connection_id = $2 and gm.group_id = any ($3::uuid[])
    order by u.id
    """,
)

ADD = Command(
    """
    insert into scim_groups (id, tenant_id, connection_id, external_id, created_at, updated_at)
    values ($3, $1, $2, $4, $5, $5)
    """
)
CHANGE = Query(
    ScimGroup,
    f"""
    update scim_groups s set external_id = $4, updated_at = $5, version = s.version + 1
    from groups g
    where s.tenant_id = $1 and s.connection_id = $2 and s.id = $3
      and g.tenant_id = s.tenant_id and g.id = s.id
    returning {COLUMNS}
    """,
)

DELETE_GROUP_LINK = Command("delete from scim_groups where tenant_id = $1 and id = $2")
