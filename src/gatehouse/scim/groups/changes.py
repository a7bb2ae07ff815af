"""What a change makes of a group, without reading all who are in it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from gatehouse.scim.errors import InvalidPath, InvalidValue
from gatehouse.scim.protocol.documents import Document, read_value
from gatehouse.scim.protocol.filter import Compare, Filter
from gatehouse.scim.protocol.patch import PatchOperation, PatchTarget
from gatehouse.scim.protocol.target import VALUE

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
    def takes_away(self) -> bool:
        """Whether members may leave."""
        return bool(self.afresh or self.removes or self.chosen)

    @classmethod
    def replacing(cls, document: Document) -> "MemberChanges":
        """The whole group: what the document lacks goes."""
        values = {NAME: document.get(NAME), EXTERNAL_ID: document.get(EXTERNAL_ID)}
        return cls(values, afresh=True, adds=set(ids_in(document.get(MEMBERS))))

    @classmethod
    def from_operations(cls, operations: Iterable[PatchOperation]) -> "MemberChanges":
        """Raises `InvalidPath` or `InvalidValue`."""
        changes = cls()
        for one in operations:
            changes._take(one)
        return changes

    def _take(self, operation: PatchOperation) -> None:
        target = operation.place.target
        if target is None:
            raise InvalidPath("A group has no such schema")
        name = target.attribute.name
        if name in (NAME, EXTERNAL_ID):
            removes = operation.op == "remove"
            self.values[name] = None if removes else read_value(target.attribute, operation.value)
        elif name == MEMBERS:
            self._members(operation, operation.place)

    def _members(self, operation: PatchOperation, place: PatchTarget) -> None:
        assert place.target is not None  # noqa: S101  it was looked up
        if place.filter is not None:
            self._filtered(operation, place.filter)
            return
        given = set(ids_in(read_value(place.target.attribute, operation.value)))
        match operation.op:
            case "add":
                self._add(given)
            case "replace":
                self._restart(given)
            case "remove" if operation.value is not None:
                self._remove(given)  # an empty list removes no member
            case "remove":
                self._restart(set())

    def _filtered(self, operation: PatchOperation, filter_: Filter) -> None:
        """Handle `members[value eq "…"]`; any other filter is evaluated later with the group's members."""
        match filter_:
            case Compare(name, "eq", str(one)) if name.attribute.lower() == VALUE:
                (self._remove if operation.op == "remove" else self._add)({one})
            case _ if operation.op == "remove":
                self.chosen.append(filter_)
            case _:
                raise InvalidPath("Members are added by their value")

    def _add(self, ids: set[str]) -> None:
        self.adds |= ids
        self.removes -= ids

    def _remove(self, ids: set[str]) -> None:
        self.adds -= ids
        self.removes |= ids

    def _restart(self, ids: set[str]) -> None:
        self.afresh, self.adds, self.removes, self.chosen = True, ids, set(), []


def ids_in(members: Any) -> list[str]:
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
