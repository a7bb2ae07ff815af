"""A connection's users, filtered, sorted and paged."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from gatehouse.kit.db import Db
from gatehouse.scim.caller import DirectoryCall
from gatehouse.scim.paging import ScimListRequest, ScimPage, read_page
from gatehouse.scim.protocol.schemas import USER
from gatehouse.scim.protocol.select import AttributeSelection
from gatehouse.scim.protocol.sql import AttributeColumn, AttributeRows, Place
from gatehouse.scim.users import queries
from gatehouse.scim.users.models import InGroup, ScimUser
from gatehouse.scim.users.resource import user_resource

PLACES: dict[str, Place] = {
    "id": AttributeColumn("s.id", is_id=True),
    "externalid": AttributeColumn("s.external_id", few=True),
    "username": AttributeColumn("s.user_name", key="s.name_key", few=True),
    "active": AttributeColumn("s.active"),
    "schemas": AttributeRows(
        f"""
        unnest(array['{USER.schema.urn}'] || array(
          select urn from unnest(array[{", ".join(f"'{one.urn}'" for one in USER.extensions)}]) urn
          where s.document ? urn
        )) as urn
        """,
        {"schemas": "urn"},
    ),
    "meta.created": AttributeColumn("s.created_at"),
    "meta.lastmodified": AttributeColumn("s.updated_at"),
    "meta.resourcetype": AttributeColumn("'User'::text"),
    "groups": AttributeRows(
        """
        group_members gm
        join scim_groups k on k.tenant_id = gm.tenant_id and k.id = gm.group_id
          and k.connection_id = s.connection_id
        join groups g on g.tenant_id = k.tenant_id and g.id = k.id
          and gm.tenant_id = s.tenant_id and gm.user_id = s.user_id
        """,
        {"value": "g.id::text", "display": "g.name", "type": "'direct'::text"},
    ),
}
SOURCE = "scim_users s"
OWNER = "s.tenant_id = $1 and s.connection_id = $2"


async def list_scim_users(db: Db, call: DirectoryCall, wish: ScimListRequest) -> ScimPage:
    """Raises `InvalidFilter`, `InvalidPath` or `InvalidValue`."""
    own = call.connection
    total, rows = await read_page(
        db, ScimUser, USER, PLACES, queries.COLUMNS, SOURCE, OWNER, "s.id", "s.document",
        (own.tenant_id, own.id), wish,
    )  # fmt: skip
    shown = await user_resources(db, call, rows, wish.selection)
    return ScimPage(total, shown)


async def user_resources(
    db: Db, call: DirectoryCall, users: Sequence[ScimUser], selection: AttributeSelection
) -> list[dict[str, Any]]:
    """The users as full SCIM resources, with groups if the selection wants them."""
    groups: dict[UUID, list[InGroup]] = {}
    own = call.connection
    if users and selection.wants("groups"):
        ids = [user.id for user in users]
        for one in await queries.GROUPS.all(db, own.tenant_id, own.id, ids):
            groups.setdefault(one.scim_user_id, []).append(one)
    return [user_resource(user, call.base, groups.get(user.id, ())) for user in users]
