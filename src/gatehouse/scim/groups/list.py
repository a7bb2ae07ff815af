"""A connection's groups, found, put in order and paged."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from gatehouse.kit.db import Db
from gatehouse.scim.caller import DirectoryCall
from gatehouse.scim.groups import queries
from gatehouse.scim.groups.models import GroupMember, ScimGroup
from gatehouse.scim.groups.service import members_of
from gatehouse.scim.paging import ScimListRequest, ScimPage, read_page
from gatehouse.scim.protocol.messages import meta_of
from gatehouse.scim.protocol.schemas import GROUP, USER
from gatehouse.scim.protocol.select import AttributeSelection
from gatehouse.scim.protocol.sql import AttributeColumn, AttributeRows, Place

PLACES: dict[str, Place] = {
    "id": AttributeColumn("s.id", is_id=True),
    "externalid": AttributeColumn("s.external_id"),
    "displayname": AttributeColumn("g.name"),
    "schemas": AttributeRows(f"unnest(array['{GROUP.schema.urn}']) as urn", {"schemas": "urn"}),
    "meta.created": AttributeColumn("s.created_at"),
    "meta.lastmodified": AttributeColumn("s.updated_at"),
    "meta.resourcetype": AttributeColumn("'Group'::text"),
    "members": AttributeRows(
        """
        group_members gm join scim_users u
          on u.tenant_id = gm.tenant_id and u.user_id = gm.user_id
          and u.connection_id = s.connection_id
          and gm.tenant_id = s.tenant_id and gm.group_id = s.id
        """,
        {
            "value": "u.id::text",
            "type": "'User'::text",
        },
    ),
}
OWNER = "s.tenant_id = $1 and s.connection_id = $2"


async def list_scim_groups(db: Db, call: DirectoryCall, wish: ScimListRequest) -> ScimPage:
    """Raises `InvalidFilter`, `InvalidPath` or `InvalidValue`."""
    own = call.connection
    total, rows = await read_page(
        db, ScimGroup, GROUP, PLACES, queries.COLUMNS, queries.SOURCE, OWNER, "s.id",
        "'{}'::jsonb", (own.tenant_id, own.id), wish,
    )  # fmt: skip
    return ScimPage(total, await group_resources(db, call, rows, wish.selection))


async def group_resources(
    db: Db, call: DirectoryCall, groups: Sequence[ScimGroup], selection: AttributeSelection
) -> list[dict[str, Any]]:
    """The groups as full SCIM resources, with members only if the selection wants them."""
    members: dict[UUID, list[GroupMember]] = {}
    if groups and selection.wants("members"):
        for one in await members_of(db, call, [group.id for group in groups]):
            members.setdefault(one.group_id, []).append(one)
    return [_group_resource(group, call.base, members.get(group.id, [])) for group in groups]


def _group_resource(group: ScimGroup, base: str, members: Sequence[GroupMember]) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "schemas": [GROUP.schema.urn],
        "id": str(group.id),
        "displayName": group.name,
        "meta": meta_of(GROUP, base, group.id, group.version, group.created_at, group.updated_at),
    }
    if group.external_id is not None:
        shown["externalId"] = group.external_id
    if members:
        shown["members"] = [
            {
                "value": str(one.id),
                "$ref": f"{base}{USER.endpoint}/{one.id}",
                "type": "User",
            }
            for one in members
        ]
    return shown
