"""Whether a filter holds for a resource in memory."""

import operator as compared
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from gatehouse.kit.schemas import to_nfc
from gatehouse.scim.errors import InvalidFilter
from gatehouse.scim.protocol.attributes import ResourceKind, ScimAttribute
from gatehouse.scim.protocol.filter import (
    And,
    Compare,
    Filter,
    Not,
    Or,
    Present,
    ValuePath,
)
from gatehouse.scim.protocol.target import AttributeTarget, get_part, resolve_target

Comparable = str | bool | datetime | None
TEXTUAL = ("co", "sw", "ew")
TRUTHS = {"true": True, "false": False}


def convert_operand(attribute: ScimAttribute, compare: Compare, *, fold: bool = True) -> Comparable:
    """None for `null`; with `fold` in lower case where case does not count. `InvalidFilter` where the
    operator or the value does not fit the attribute."""
    operand, operator = compare.operand, compare.operator
    if attribute.kind == "complex":
        raise InvalidFilter(f"Name a part of {attribute.name} to compare")
    if operand is None:
        if operator not in ("eq", "ne"):
            raise InvalidFilter(f"null cannot be compared by {operator}")
        return None
    if attribute.kind == "boolean":
        return _convert_boolean_operand(attribute, compare)
    if attribute.kind == "dateTime":
        if not isinstance(operand, str):
            raise InvalidFilter(f"{attribute.name} is compared with a date and time")
        if operator in TEXTUAL:
            raise InvalidFilter(f"{attribute.name} cannot be compared by {operator}")
        return parse_scim_datetime(operand)
    if isinstance(operand, bool):
        raise InvalidFilter(f"{attribute.name} is compared with a text")
    operand = str(operand)  # a number that a resource has is kept as a text too
    if attribute.exact:
        return operand
    return to_nfc(operand).lower() if fold else to_nfc(operand)


def _convert_boolean_operand(attribute: ScimAttribute, compare: Compare) -> bool:
    if compare.operator not in ("eq", "ne"):
        raise InvalidFilter(f"{attribute.name} cannot be compared by {compare.operator}")
    operand = compare.operand
    if isinstance(operand, str):  # one directory writes them as texts
        operand = TRUTHS.get(operand.lower())
    if not isinstance(operand, bool):
        raise InvalidFilter(f"{attribute.name} is true or false")
    return operand


def parse_scim_datetime(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise InvalidFilter(f"{text[:40]} is not a date and time") from error


ORDERS = {"gt": compared.gt, "ge": compared.ge, "lt": compared.lt, "le": compared.le}


def matches_filter(kind: ResourceKind, filter_: Filter, resource: Mapping[str, Any]) -> bool:
    """Raises `InvalidFilter` or `InvalidPath`."""

    def holds(test: Present | Compare | ValuePath) -> bool:
        target = resolve_target(kind, test.name)
        if isinstance(test, ValuePath):
            values = _list_target_values(target, resource)
            held = [matches_value_filter(target.attribute, test.filter, one) for one in values]
            return any(held)
        return _matches_test(target.leaf, test, _list_leaf_values(target, resource))

    return _evaluate_filter(filter_, holds)


def matches_value_filter(attribute: ScimAttribute, filter_: Filter, value: Any) -> bool:
    """Whether one value of a multi-valued attribute matches the filter."""

    def holds(test: Present | Compare | ValuePath) -> bool:
        if isinstance(test, ValuePath):
            raise AssertionError("the reader refuses filters in filters")
        leaf = get_part(attribute, test.name)
        return _matches_test(
            leaf, test, [value.get(leaf.name) if isinstance(value, Mapping) else None]
        )

    return _evaluate_filter(filter_, holds)


def _evaluate_filter(
    filter_: Filter, holds: Callable[[Present | Compare | ValuePath], bool]
) -> bool:
    """Every part is tested, so that an invalid one is refused whatever the others say."""
    match filter_:
        case Not(inner):
            return not _evaluate_filter(inner, holds)
        case And(left, right):
            return all([_evaluate_filter(left, holds), _evaluate_filter(right, holds)])
        case Or(left, right):
            return any([_evaluate_filter(left, holds), _evaluate_filter(right, holds)])
        case _:
            return holds(filter_)


def _matches_test(leaf: ScimAttribute, test: Present | Compare, values: list[Any]) -> bool:
    if isinstance(test, Present):
        return any(value not in (None, "", [], {}) for value in values)
    return _matches_comparison(leaf, test, values)


def _list_target_values(target: AttributeTarget, resource: Mapping[str, Any]) -> list[Any]:
    held: Any = resource
    if target.extension:
        held = resource.get(target.extension.urn) or {}
    value = held.get(target.attribute.name)
    if value is None:
        return []
    return list(value) if isinstance(value, list) else [value]


def _list_leaf_values(target: AttributeTarget, resource: Mapping[str, Any]) -> list[Any]:
    values = _list_target_values(target, resource)
    if target.part is None and target.attribute.kind == "complex":
        leaf = target.attribute.find_part("value")
        return [one.get(leaf.name) for one in values] if leaf else values
    return [one.get(target.part.name) for one in values] if target.part else values


def _matches_comparison(leaf: ScimAttribute, compare: Compare, values: Iterable[Any]) -> bool:
    """`ne` is the opposite of `eq`: it holds also where there is nothing."""
    operand: Any = convert_operand(leaf, compare)
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
        return value if not isinstance(value, str) else parse_scim_datetime(value)
    return value if leaf.exact else value.lower()
