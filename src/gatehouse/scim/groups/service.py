"""Creates and changes groups for a directory. A directory reaches only the groups that it created, and adds
only users that it manages."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from gatehouse.access.standing import block_writes_of_users
from gatehouse.audit.service import announce_event
from gatehouse.directory.groups import provisioning as groups
from gatehouse.directory.groups.errors import GroupNameTaken
from gatehouse.directory.tenants.service import lock_tenant
from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse.kit.schemas import UNSEEN
from gatehouse.scim import events
from gatehouse.scim.caller import DirectoryCall
from gatehouse.scim.errors import InvalidPath, InvalidValue, ResourceNotFound, ValueTaken
from gatehouse.scim.groups import queries
from gatehouse.scim.groups.queries import GroupMember, ScimGroup
from gatehouse.scim.protocol.documents import Document, read_attribute_value, read_resource
from gatehouse.scim.protocol.filter import Compare, Filter
from gatehouse.scim.protocol.match import matches_value_filter
from gatehouse.scim.protocol.messages import build_resource_meta, check_if_match
from gatehouse.scim.protocol.patch import PatchOperation, PatchTarget, parse_patch
from gatehouse.scim.protocol.schemas import GROUP, GROUP_SCHEMA, USER
from gatehouse.scim.protocol.select import AttributeSelection
from gatehouse.scim.protocol.sql import AttributeColumn, AttributeRows, Place
from gatehouse.scim.protocol.target import VALUE
from gatehouse.scim.resource import ScimResource
from gatehouse.scim.users import queries as people

NAME, EXTERNAL_ID, MEMBERS = "displayName", "externalId", "members"


@dataclass(slots=True)
class MemberChanges:
    """Changes of a group's members, by their SCIM ids. `afresh`: all previous members are removed.
    `chosen`: filters whose members are removed, which requires reading all members."""

    values: Document = field(default_factory=dict)
    afresh: bool = False
    adds: set[str] = field(default_factory=set)
    removes: set[str] = field(default_factory=set)
    chosen: list[Filter] = field(default_factory=list)

    @property
    def may_remove_members(self) -> bool:
        """Whether members may leave."""
        return bool(self.afresh or self.removes or self.chosen)

    @classmethod
    def from_document(cls, document: Document) -> "MemberChanges":
        """The whole group: what the document lacks goes."""
        values = {NAME: document.get(NAME), EXTERNAL_ID: document.get(EXTERNAL_ID)}
        return cls(values, afresh=True, adds=set(read_member_ids(document.get(MEMBERS))))

    @classmethod
    def from_operations(cls, operations: Iterable[PatchOperation]) -> "MemberChanges":
        """Raises `InvalidPath` or `InvalidValue`."""
        changes = cls()
        for one in operations:
            changes._apply_operation(one)
        return changes

    def _apply_operation(self, operation: PatchOperation) -> None:
        target = operation.place.target
        if target is None:
            raise InvalidPath("A group has no such schema")
        name = target.attribute.name
        if name in (NAME, EXTERNAL_ID):
            removes = operation.op == "remove"
            self.values[name] = (
                None if removes else read_attribute_value(target.attribute, operation.value)
            )
        elif name == MEMBERS:
            self._apply_member_operation(operation, operation.place)

    def _apply_member_operation(self, operation: PatchOperation, place: PatchTarget) -> None:
        assert place.target is not None  # noqa: S101  it was looked up
        if place.filter is not None:
            self._apply_filtered_operation(operation, place.filter)
            return
        given = set(read_member_ids(read_attribute_value(place.target.attribute, operation.value)))
        match operation.op:
            case "add":
                self._add_members(given)
            case "replace":
                self._replace_members(given)
            case "remove" if operation.value is not None:
                self._remove_members(given)  # an empty list removes no member
            case "remove":
                self._replace_members(set())

    def _apply_filtered_operation(self, operation: PatchOperation, filter_: Filter) -> None:
        """Handle `members[value eq "…"]`; any other filter is evaluated later with the group's members."""
        match filter_:
            case Compare(name, "eq", str(one)) if name.attribute.lower() == VALUE:
                (self._remove_members if operation.op == "remove" else self._add_members)({one})
            case _ if operation.op == "remove":
                self.chosen.append(filter_)
            case _:
                raise InvalidPath("Members are added by their value")

    def _add_members(self, ids: set[str]) -> None:
        self.adds |= ids
        self.removes -= ids

    def _remove_members(self, ids: set[str]) -> None:
        self.adds -= ids
        self.removes |= ids

    def _replace_members(self, ids: set[str]) -> None:
        self.afresh, self.adds, self.removes, self.chosen = True, ids, set(), []


def read_member_ids(members: Any) -> list[str]:
    """`InvalidValue` for a member without a value, or one that is no user."""
    found = []
    for one in members or []:
        if str(one.get("type", "User")).lower() != "user":
            raise InvalidValue("Only users are members of groups")
        value = one.get(VALUE) or str(one.get("$ref", "")).rpartition("/")[2]
        if not value:
            raise InvalidValue("A member has a value")
        found.append(value.lower())
    return found


LONGEST_NAME = 256  # as in Active Directory
MEMBER = next(one for one in GROUP_SCHEMA.attributes if one.name == MEMBERS)


async def get_scim_group(db: Db, call: DirectoryCall, scim_id: str) -> ScimGroup:
    """`ResourceNotFound`, also for groups that another connection or the portal made."""
    identifier = _parse_uuid(scim_id)
    own = call.connection
    found = identifier and await queries.FIND.first(db, own.tenant_id, own.id, identifier)
    if not found:
        raise ResourceNotFound("The group was not found")
    return found


async def list_group_members(
    db: Db, call: DirectoryCall, group_ids: Iterable[UUID]
) -> list[GroupMember]:
    own = call.connection
    return await queries.MEMBERS.all(db, own.tenant_id, own.id, list(group_ids))


async def create_scim_group(db: Db, call: DirectoryCall, body: Any) -> ScimGroup:
    """Raises `InvalidValue` or `ValueTaken`."""
    own, document = call.connection, read_resource(GROUP, body)
    name = _read_group_name(document)
    await lock_tenant(db, own.tenant_id)
    wanted = await _get_users_of_members(db, call, read_member_ids(document.get(MEMBERS)))
    try:
        group_id = await groups.create_provisioned_group(db, own.tenant_id, name, by=call.actor)
    except GroupNameTaken as error:
        raise ValueTaken(error.message) from None
    await queries.ADD.run(
        db, own.tenant_id, own.id, group_id, document.get(EXTERNAL_ID), clock.now()
    )
    if wanted:
        await groups.add_provisioned_members(
            db, own.tenant_id, group_id, name, wanted, by=call.actor
        )
    await _announce_group(db, call, events.DirectoryGroupCreated, group_id, name)
    await call.record_sync(db)
    return await get_scim_group(db, call, str(group_id))


async def replace_scim_group(
    db: Db, call: DirectoryCall, scim_id: str, body: Any, condition: str | None
) -> ScimGroup:
    """Replace a group; see `patch_scim_group`. Members that are not listed are removed."""
    changes = MemberChanges.from_document(read_resource(GROUP, body))
    return await _change_scim_group(db, call, scim_id, changes, condition)


async def patch_scim_group(
    db: Db, call: DirectoryCall, scim_id: str, body: Any, condition: str | None
) -> ScimGroup:
    """Apply the operations of a PATCH, all or none. `condition`: the header `If-Match`. Raises
    `ResourceNotFound`, `VersionChanged`, `InvalidValue`, `ValueTaken` or `people.LastAdmin`."""
    changes = MemberChanges.from_operations(parse_patch(GROUP, body))
    return await _change_scim_group(db, call, scim_id, changes, condition)


async def _change_scim_group(
    db: Db, call: DirectoryCall, scim_id: str, changes: MemberChanges, condition: str | None
) -> ScimGroup:
    own = call.connection
    if changes.may_remove_members:
        group = await get_scim_group(db, call, scim_id)
        leaving = await _find_leaving_members(db, call, group, changes)
        await block_writes_of_users(db, own.tenant_id, leaving)
    await lock_tenant(db, own.tenant_id)
    group = await get_scim_group(db, call, scim_id)
    check_if_match(condition, group.version)
    name = await _rename_scim_group(db, call, group, changes)
    leaving = await _find_leaving_members(db, call, group, changes)
    wanted = await _get_users_of_members(db, call, changes.adds)
    added = bool(wanted) and await groups.add_provisioned_members(
        db, own.tenant_id, group.id, name, wanted, by=call.actor
    )
    await groups.remove_provisioned_members(
        db, own.tenant_id, group.id, name, leaving, by=call.actor
    )
    external_id = changes.values.get(EXTERNAL_ID, group.external_id)
    if not (added or leaving or (name, external_id) != (group.name, group.external_id)):
        return group
    changed = await queries.CHANGE.one(
        db, own.tenant_id, own.id, group.id, external_id, clock.now()
    )
    await _announce_group(db, call, events.DirectoryGroupUpdated, group.id, name)
    await call.record_sync(db)
    return changed


async def delete_scim_group(
    db: Db, call: DirectoryCall, scim_id: str, condition: str | None
) -> None:
    """Delete a group. Its members lose its roles at once. Raises `Changed` or `people.LastAdmin`."""
    own = call.connection
    group = await get_scim_group(db, call, scim_id)
    members = await list_group_members(db, call, [group.id])
    await block_writes_of_users(db, own.tenant_id, [one.user_id for one in members])
    await lock_tenant(db, own.tenant_id)
    group = await get_scim_group(db, call, scim_id)
    check_if_match(condition, group.version)
    await groups.delete_provisioned_group(db, own.tenant_id, group.id, by=call.actor)
    await _announce_group(db, call, events.DirectoryGroupDeleted, group.id, group.name)
    await call.record_sync(db)


async def _announce_group(
    db: Db, call: DirectoryCall, kind: type[events.DirectoryGroupEvent], group_id: UUID, name: str
) -> None:
    event = kind(call.connection.tenant_id, group_id, name, call.connection.id)
    await announce_event(db, event, by=call.actor)


async def _rename_scim_group(
    db: Db, call: DirectoryCall, group: ScimGroup, changes: MemberChanges
) -> str:
    if NAME not in changes.values:
        return group.name
    name = _read_group_name(changes.values)
    try:
        await groups.rename_provisioned_group(
            db, call.connection.tenant_id, group.id, name, by=call.actor
        )
    except GroupNameTaken as error:
        raise ValueTaken(error.message) from None
    return name


async def _find_leaving_members(
    db: Db, call: DirectoryCall, group: ScimGroup, changes: MemberChanges
) -> list[UUID]:
    """Accounts of the members who go."""
    if not changes.may_remove_members:
        return []
    return [
        one.user_id
        for one in await list_group_members(db, call, [group.id])
        if _is_member_removed(one, changes) and str(one.id) not in changes.adds
    ]


def _is_member_removed(member: GroupMember, changes: MemberChanges) -> bool:
    if changes.afresh or str(member.id) in changes.removes:
        return True
    value = {"value": str(member.id), "type": "User"}
    return any(matches_value_filter(MEMBER, one, value) for one in changes.chosen)


async def _get_users_of_members(db: Db, call: DirectoryCall, ids: Collection[str]) -> list[UUID]:
    """The user ids of these members. Raises `InvalidValue` when the connection does not manage one of
    them."""
    if not ids:
        return []
    wanted = {_parse_uuid(one) for one in ids}
    own = call.connection
    found = await people.PEOPLE.all(db, own.tenant_id, own.id, [one for one in wanted if one])
    if len(found) < len(wanted):
        raise InvalidValue("A member is not a user of this directory")
    return found


def _read_group_name(values: Document) -> str:
    name = (values.get(NAME) or "").strip()
    if not name or len(name) > LONGEST_NAME or any(ord(letter) < 32 for letter in name):
        raise InvalidValue(f"displayName has 1 to {LONGEST_NAME} characters")
    if UNSEEN.search(name):
        raise InvalidValue("displayName must not contain control characters")
    return str(name)


def _parse_uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


GROUP_PLACES: dict[str, Place] = {
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


async def _describe_groups(
    db: Db, call: DirectoryCall, groups: Sequence[ScimGroup], selection: AttributeSelection
) -> list[dict[str, Any]]:
    """The groups as full SCIM resources, with members only if the selection wants them."""
    members: dict[UUID, list[GroupMember]] = {}
    if groups and selection.is_selected("members"):
        for one in await list_group_members(db, call, [group.id for group in groups]):
            members.setdefault(one.group_id, []).append(one)
    return [_build_group_resource(group, call.base, members.get(group.id, [])) for group in groups]


def _build_group_resource(
    group: ScimGroup, base: str, members: Sequence[GroupMember]
) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "schemas": [GROUP.schema.urn],
        "id": str(group.id),
        "displayName": group.name,
        "meta": build_resource_meta(
            GROUP, base, group.id, group.version, group.created_at, group.updated_at
        ),
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


GROUPS = ScimResource(
    GROUP,
    ScimGroup,
    columns=queries.COLUMNS,
    source=queries.SOURCE,
    places=GROUP_PLACES,
    document="'{}'::jsonb",
    patch_answers=False,
    find=get_scim_group,
    create=create_scim_group,
    replace=replace_scim_group,
    patch=patch_scim_group,
    delete=delete_scim_group,
    describe=_describe_groups,
)
