"""Whether a filter holds for a resource in memory."""

import operator as compared
from collections.abc import Iterable, Mapping
from typing import Any

from gatehouse.scim.protocol.attributes import ResourceKind, ScimAttribute
from gatehouse.scim.protocol.compare import operand_of, parse_moment
from gatehouse.scim.protocol.filter import (
    And,
    AttributeName,
    Compare,
    Filter,
    Not,
    Or,
    Present,
    ValuePath,
)
from gatehouse.scim.protocol.target import AttributeTarget, part_of, resolve_target

ORDERS = {"gt": compared.gt, "ge": compared.ge, "lt": compared.lt, "le": compared.le}


def matches_filter(kind: ResourceKind, filter_: Filter, resource: Mapping[str, Any]) -> bool:
    """Raises `InvalidFilter` or `InvalidPath`."""
    match filter_:
        case Not(inner):
            return not matches_filter(kind, inner, resource)
        case And(left, right):
            both = [matches_filter(kind, left, resource), matches_filter(kind, right, resource)]
            return all(both)
        case Or(left, right):
            either = [matches_filter(kind, left, resource), matches_filter(kind, right, resource)]
            return any(either)
        case ValuePath(name, inner):
            target = resolve_target(kind, name)
            held = [
                value_matches(target.attribute, inner, one)
                for one in _target_values(target, resource)
            ]
            return any(held)
        case Present(name):
            target = resolve_target(kind, name)
            return any(map(_is_something, _target_leaves(target, resource)))
        case Compare(name):
            target = resolve_target(kind, name)
            return _compare_values(target.leaf, filter_, _target_leaves(target, resource))


def value_matches(attribute: ScimAttribute, filter_: Filter, value: Any) -> bool:
    """Whether one value of a multi-valued attribute matches the filter."""
    match filter_:
        case Not(inner):
            return not value_matches(attribute, inner, value)
        case And(left, right):
            both = [value_matches(attribute, left, value), value_matches(attribute, right, value)]
            return all(both)
        case Or(left, right):
            either = [value_matches(attribute, left, value), value_matches(attribute, right, value)]
            return any(either)
        case ValuePath():
            raise AssertionError("the reader refuses filters in filters")
        case Present(name):
            return _is_something(_part_of(value, attribute, name))
        case Compare(name):
            leaf = part_of(attribute, name)
            return _compare_values(leaf, filter_, [_part_of(value, attribute, name)])


def _part_of(value: Any, attribute: ScimAttribute, name: AttributeName) -> Any:
    part = part_of(attribute, name)
    return value.get(part.name) if isinstance(value, Mapping) else None


def _target_values(target: AttributeTarget, resource: Mapping[str, Any]) -> list[Any]:
    held: Any = resource
    if target.extension:
        held = resource.get(target.extension.urn) or {}
    value = held.get(target.attribute.name)
    if value is None:
        return []
    return list(value) if isinstance(value, list) else [value]


def _target_leaves(target: AttributeTarget, resource: Mapping[str, Any]) -> list[Any]:
    values = _target_values(target, resource)
    if target.part is None and target.attribute.kind == "complex":
        leaf = target.attribute.part("value")
        return [one.get(leaf.name) for one in values] if leaf else values
    return [one.get(target.part.name) for one in values] if target.part else values


def _is_something(value: Any) -> bool:
    return value not in (None, "", [], {})


def _compare_values(leaf: ScimAttribute, compare: Compare, values: Iterable[Any]) -> bool:
    """`ne` is the opposite of `eq`: it holds also where there is nothing."""
    operand: Any = operand_of(leaf, compare)
    found = [_fold_value(leaf, value) for value in values if value is not None]
    match compare.operator:
        case "eq":
            return any(one == operand for one in found) if operand is not None else not found
        case "ne":
            return all(one != operand for one in found) if operand is not None else bool(found)
        case "co":
            return any(str(operand) in one for one in found)
        case "sw":
            return any(one.startswith(str(operand)) for one in found)
        case "ew":
            return any(one.endswith(str(operand)) for one in found)
        case order:
            return any(ORDERS[order](one, operand) for one in found)


def _fold_value(leaf: ScimAttribute, value: Any) -> Any:
    if leaf.kind == "boolean":
        return value
    if leaf.kind == "dateTime":
        return value if not isinstance(value, str) else parse_moment(value)
    return value if leaf.exact else value.lower()
