"""Whether a filter holds for a resource in memory."""

import operator as compared
from collections.abc import Iterable, Mapping
from typing import Any

from gatehouse.scim.protocol.attributes import Attribute, ResourceKind
from gatehouse.scim.protocol.compare import moment, operand_of
from gatehouse.scim.protocol.filter import And, Compare, Filter, Name, Not, Or, Present, Within
from gatehouse.scim.protocol.target import Target, part_of, resolve

ORDERS = {"gt": compared.gt, "ge": compared.ge, "lt": compared.lt, "le": compared.le}


def matches(kind: ResourceKind, filter_: Filter, resource: Mapping[str, Any]) -> bool:
    """`InvalidFilter`, `InvalidPath`."""
    match filter_:
        case Not(inner):
            return not matches(kind, inner, resource)
        case And(left, right):
            both = [matches(kind, left, resource), matches(kind, right, resource)]
            return all(both)
        case Or(left, right):
            either = [matches(kind, left, resource), matches(kind, right, resource)]
            return any(either)
        case Within(name, inner):
            target = resolve(kind, name)
            held = [
                value_matches(target.attribute, inner, one) for one in _values(target, resource)
            ]
            return any(held)
        case Present(name):
            target = resolve(kind, name)
            return any(map(_is_something, _leaves(target, resource)))
        case Compare(name):
            target = resolve(kind, name)
            return _holds(target.leaf, filter_, _leaves(target, resource))


def value_matches(attribute: Attribute, filter_: Filter, value: Any) -> bool:
    """The same for one value of an attribute with several."""
    match filter_:
        case Not(inner):
            return not value_matches(attribute, inner, value)
        case And(left, right):
            both = [value_matches(attribute, left, value), value_matches(attribute, right, value)]
            return all(both)
        case Or(left, right):
            either = [value_matches(attribute, left, value), value_matches(attribute, right, value)]
            return any(either)
        case Within():
            raise AssertionError("the reader refuses filters in filters")
        case Present(name):
            return _is_something(_part(value, attribute, name))
        case Compare(name):
            leaf = part_of(attribute, name)
            return _holds(leaf, filter_, [_part(value, attribute, name)])


def _part(value: Any, attribute: Attribute, name: Name) -> Any:
    part = part_of(attribute, name)
    return value.get(part.name) if isinstance(value, Mapping) else None


def _values(target: Target, resource: Mapping[str, Any]) -> list[Any]:
    held: Any = resource
    if target.extension:
        held = resource.get(target.extension.urn) or {}
    value = held.get(target.attribute.name)
    if value is None:
        return []
    return list(value) if isinstance(value, list) else [value]


def _leaves(target: Target, resource: Mapping[str, Any]) -> list[Any]:
    values = _values(target, resource)
    if target.part is None and target.attribute.kind == "complex":
        leaf = target.attribute.part("value")
        return [one.get(leaf.name) for one in values] if leaf else values
    return [one.get(target.part.name) for one in values] if target.part else values


def _is_something(value: Any) -> bool:
    return value not in (None, "", [], {})


def _holds(leaf: Attribute, compare: Compare, values: Iterable[Any]) -> bool:
    """`ne` is the opposite of `eq`: it holds also where there is nothing."""
    operand: Any = operand_of(leaf, compare)
    found = [_folded(leaf, value) for value in values if value is not None]
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


def _folded(leaf: Attribute, value: Any) -> Any:
    if leaf.kind == "boolean":
        return value
    if leaf.kind == "dateTime":
        return value if not isinstance(value, str) else moment(value)
    return value if leaf.exact else value.lower()
