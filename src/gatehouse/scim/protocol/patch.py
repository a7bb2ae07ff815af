"""Changes of a resource (RFC 7644 §3.5.2), in the forms that directories send.

Beyond the standard: `op` in any case; an operation without a path whose names are paths themselves; a
removal that says in its value what to remove; a filtered value that is not there yet is made as the filter
describes it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from gatehouse.scim import errors
from gatehouse.scim.protocol.attributes import ResourceKind, ScimAttribute, ScimSchema
from gatehouse.scim.protocol.documents import (
    Document,
    keep_one_primary,
    prefix_attribute_name,
    read_attribute_value,
    read_resource,
)
from gatehouse.scim.protocol.filter import And, Compare, Filter, FilterReader, parse_attribute_name
from gatehouse.scim.protocol.match import matches_value_filter
from gatehouse.scim.protocol.target import VALUE, AttributeTarget, get_part, resolve_target

Op = Literal["add", "remove", "replace"]
MOST_OPERATIONS = 1000
# Said along with the others, and never changed.
PASSED_OVER = ("schemas", "id", "meta")


@dataclass(frozen=True, slots=True)
class PatchTarget:
    """Where an operation acts: an attribute, of its values those of the filter; or a whole extension."""

    target: AttributeTarget | None
    filter: Filter | None = None
    extension: ScimSchema | None = None


@dataclass(frozen=True, slots=True)
class PatchOperation:
    op: Op
    place: PatchTarget
    value: Any


def parse_patch(
    kind: ResourceKind, sent: Any, *, skips_unknown: bool = False
) -> list[PatchOperation]:
    """One attribute each. With `skips_unknown` an unknown attribute is passed over as in a whole resource,
    because the rest of the change may say that a user leaves; a change of nothing else is refused. Raises
    `InvalidSyntax`, `InvalidPath`, `NotMutable` or `NoTarget`."""
    if not isinstance(sent, Mapping):
        raise errors.InvalidSyntax("A change is a JSON object")
    given = {str(name).lower(): value for name, value in sent.items()}
    operations = given.get("operations")
    if not isinstance(operations, list) or not operations:
        raise errors.InvalidSyntax("A change has Operations")
    if len(operations) > MOST_OPERATIONS:
        raise errors.InvalidSyntax(f"A change has at most {MOST_OPERATIONS:,} operations")
    read: list[PatchOperation] = []
    unknown: errors.UnknownAttribute | None = None
    for operation in operations:
        try:
            read += _parse_patch_operation(kind, operation)
        except errors.UnknownAttribute as error:
            unknown = error
    if unknown is not None and not (skips_unknown and read):
        raise unknown
    return read


def _parse_patch_operation(kind: ResourceKind, sent: Any) -> Iterator[PatchOperation]:
    if not isinstance(sent, Mapping):
        raise errors.InvalidSyntax("An operation is a JSON object")
    given = {str(name).lower(): value for name, value in sent.items()}
    op = str(given.get("op", "")).lower()
    if op not in ("add", "remove", "replace"):
        raise errors.InvalidSyntax("An operation is add, remove or replace")
    action, path, value = cast("Op", op), given.get("path"), given.get("value")
    if path is not None and not isinstance(path, str):
        raise errors.InvalidPath("A path is a text")
    if path:
        place = parse_patch_path(kind, path)
        if place.target and place.target.is_read_only:
            raise errors.NotMutable(f"{place.target.attribute.name} is set by the server")
        yield PatchOperation(action, place, value)
        return
    if action == "remove":
        raise errors.NoTarget("Say by a path what to remove")
    if not isinstance(value, Mapping):
        raise errors.InvalidValue("Without a path the value is an object")
    for name, one in value.items():
        place_of_name = _find_patch_target(kind, str(name))
        if place_of_name:
            yield PatchOperation(action, place_of_name, one)


def _find_patch_target(kind: ResourceKind, name: str) -> PatchTarget | None:
    """What no schema has is passed over, as in a whole resource."""
    if name.lower() in PASSED_OVER or name.lower() == kind.schema.urn.lower():
        return None
    try:
        place = parse_patch_path(kind, name)
    except errors.InvalidPath:
        return None
    return None if place.target and place.target.is_read_only else place


def parse_patch_path(kind: ResourceKind, path: str) -> PatchTarget:
    """`name.givenName`, `emails[type eq "work"].value`, a name with its schema, or a schema alone."""
    if extension := kind.find_extension(path):
        return PatchTarget(None, extension=extension)
    try:
        if "[" not in path:
            return PatchTarget(resolve_target(kind, parse_attribute_name(path)))
        return _parse_filtered_path(kind, path)
    except errors.InvalidFilter as error:
        raise errors.InvalidPath(error.message) from None


def _parse_filtered_path(kind: ResourceKind, path: str) -> PatchTarget:
    reader = FilterReader(path)
    name = parse_attribute_name(reader.take_word())
    reader.expect_word("[")
    found = reader.parse_or(1, inside=True)
    reader.expect_word("]")
    part = reader.take_word() if reader.peek_word().startswith(".") else ""
    reader.expect_end()
    target = resolve_target(kind, name)
    if not target.attribute.many or name.part:
        raise errors.InvalidPath(f"{target.attribute.name} has no several values")
    matches_value_filter(target.attribute, found, {})  # refuses what no value has
    if part:
        leaf = get_part(target.attribute, parse_attribute_name(part[1:]))
        target = AttributeTarget(target.extension, target.attribute, leaf)
    return PatchTarget(target, found)


def apply_patch(
    kind: ResourceKind, document: Document, operations: list[PatchOperation]
) -> Document:
    """The document as it is after all of them."""
    changed: Document = _deep_copy(document)
    for one in operations:
        _apply_patch_operation(changed, one)
    return read_resource(kind, changed)


def _deep_copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _deep_copy(one) for name, one in value.items()}
    return [_deep_copy(one) for one in value] if isinstance(value, list) else value


def _apply_patch_operation(document: Document, operation: PatchOperation) -> None:
    place, op, value = operation.place, operation.op, operation.value
    if place.extension is not None:
        _patch_extension(document, place.extension, op, value)
        return
    target = place.target
    if target is None or target.attribute.name in PASSED_OVER:
        return
    if op == "remove" and target.attribute.required and not target.attribute.many:
        raise errors.NotMutable(f"{target.attribute.name} is needed")
    held = document
    if target.extension:
        held = document.setdefault(target.extension.urn, {})
    name = target.attribute.name
    if not target.attribute.many:
        held[name] = _patch_single(target, held.get(name), op, value)
    else:
        held[name] = _patch_multiple(target, place.filter, held.get(name) or [], op, value)
    if held[name] in (None, [], {}):
        del held[name]


def _patch_extension(document: Document, extension: ScimSchema, op: Op, value: Any) -> None:
    if op == "remove":
        document.pop(extension.urn, None)
        return
    if not isinstance(value, Mapping):
        raise errors.InvalidValue(f"The value of {extension.name} is an object")
    held = document.setdefault(extension.urn, {})
    for name, one in value.items():
        attribute = next(
            (a for a in extension.attributes if a.name.lower() == str(name).lower()), None
        )
        if attribute:
            held[attribute.name] = read_attribute_value(attribute, one)


def _patch_single(target: AttributeTarget, known: Any, op: Op, value: Any) -> Any:
    attribute, part = target.attribute, target.part
    if part is not None:
        rest = dict(known or {})
        rest[part.name] = None if op == "remove" else _read_part_value(attribute, part, value)
        return {name: one for name, one in rest.items() if one is not None}
    if op == "remove":
        return None
    read = read_attribute_value(attribute, value)
    if attribute.kind == "complex" and read is not None and known:
        return {**known, **read}
    return read


def _read_part_value(attribute: ScimAttribute, part: ScimAttribute, value: Any) -> Any:
    try:
        return read_attribute_value(part, value)
    except errors.InvalidValue as error:
        raise prefix_attribute_name(attribute, error) from None


def _patch_multiple(
    target: AttributeTarget, filter_: Filter | None, known: list[Any], op: Op, value: Any
) -> list[Any]:
    attribute = target.attribute
    if filter_ is None and target.part is None:
        return _patch_all_values(attribute, known, op, value)
    chosen = [
        one for one in known if filter_ is None or matches_value_filter(attribute, filter_, one)
    ]
    if op == "remove":
        return _remove_values(target, known, chosen)
    if not chosen:
        chosen = [_build_value_from_filter(attribute, filter_)]
        known = [*known, *chosen]
    for one in chosen:
        if target.part is not None:
            one[target.part.name] = _read_part_value(attribute, target.part, value)
        else:
            read = read_attribute_value(attribute, [value] if isinstance(value, Mapping) else value)
            if (
                not read
                and isinstance(value, Mapping)
                and any(p.dropped_if_long for p in attribute.parts)
            ):
                one.clear()  # it was too large to keep
                continue
            if not read or len(read) != 1:
                raise errors.InvalidValue(f"{attribute.name} takes one value there")
            if op == "replace":
                one.clear()
            one.update(read[0])
    # The one that was changed last is primary, if it says so.
    changed = [one for one in known if one in chosen]
    keep_one_primary([*(one for one in known if one not in chosen), *changed])
    return known


def _patch_all_values(attribute: ScimAttribute, known: list[Any], op: Op, value: Any) -> list[Any]:
    given = read_attribute_value(attribute, value) or []
    if op == "replace":
        return given
    if op == "remove":
        # All, or those that the value names: an empty list names none.
        return [
            one
            for one in known
            if value is not None and not any(_is_same_value(one, by) for by in given)
        ]
    return keep_one_primary([*known, *(one for one in given if one not in known)])


def _is_same_value(one: Any, by: Any) -> bool:
    if isinstance(by, dict) and VALUE in by:
        return isinstance(one, dict) and one.get(VALUE) == by[VALUE]
    return bool(one == by)


def _remove_values(target: AttributeTarget, known: list[Any], chosen: list[Any]) -> list[Any]:
    if target.part is None:
        return [one for one in known if one not in chosen]
    for one in chosen:
        one.pop(target.part.name, None)
    return [one for one in known if one]


def _build_value_from_filter(attribute: ScimAttribute, filter_: Filter | None) -> Document:
    """A new value as the filter has it: `emails[type eq "work"]` is `{"type": "work"}`. `NoTarget` for a
    filter that describes no single value."""
    made: Document = {}
    for one in _list_equality_comparisons(filter_):
        leaf = get_part(attribute, one.name)
        made[leaf.name] = read_attribute_value(leaf, one.operand)
    return made


def _list_equality_comparisons(filter_: Filter | None) -> Iterator[Compare]:
    match filter_:
        case None:
            return
        case And(left, right):
            yield from _list_equality_comparisons(left)
            yield from _list_equality_comparisons(right)
        case Compare(_, "eq", operand) if operand is not None:
            yield filter_
        case _:
            raise errors.NoTarget("Nothing there matches the filter")
