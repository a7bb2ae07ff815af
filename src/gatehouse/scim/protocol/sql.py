"""A filter as a condition of the database: texts of ours, and the caller's values as parameters.

Every condition is true or false, never unknown, so that `not` means its opposite. Equality of what has an
index is written so that the index is used.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from gatehouse.scim.errors import InvalidFilter, InvalidPath
from gatehouse.scim.protocol.attributes import ResourceKind, ScimAttribute
from gatehouse.scim.protocol.filter import And, Compare, Filter, Not, Or, Present, ValuePath
from gatehouse.scim.protocol.match import Comparable, convert_operand
from gatehouse.scim.protocol.target import AttributeTarget, get_part, resolve_target

TYPES = {"boolean": "boolean", "dateTime": "timestamptz"}
SIGNS = {"gt": ">", "ge": ">=", "lt": "<", "le": "<="}


@dataclass(frozen=True, slots=True)
class AttributeColumn:
    """Where an attribute is kept. `is_id`: a UUID, compared as such. `key`: where it is in lower case, so
    that an index is read: behind row-level security `lower(…)` reads none. `few`: of one value there are few
    rows, and an index leads to them."""

    text: str
    is_id: bool = False
    key: str = ""
    few: bool = False


@dataclass(frozen=True, slots=True)
class AttributeRows:
    """Where the values of an attribute with several are: rows `from_`, and their parts by name."""

    from_: str
    parts: Mapping[str, str]


Place = AttributeColumn | AttributeRows


@dataclass(slots=True)
class SqlCondition:
    """`columns` by the lower-case name of the attribute; all others are in `document`. `first` is the number
    of the first parameter."""

    kind: ResourceKind
    columns: Mapping[str, Place]
    document: str
    first: int
    arguments: list[Any] = field(default_factory=list)

    def write_condition(self, filter_: Filter) -> str:
        """`InvalidFilter`, also for an unknown attribute: `invalidPath` is of changes (RFC 7644 table 9)."""
        try:
            return self._write_filter(filter_)
        except InvalidPath as error:
            raise InvalidFilter(error.message) from None

    def _write_filter(self, filter_: Filter, around: AttributeTarget | None = None) -> str:
        """`around`: the attribute whose values the filter is for, inside its brackets."""
        match filter_:
            case Not(inner):
                return f"not ({self._write_filter(inner, around)})"
            case And(left, right):
                return (
                    f"({self._write_filter(left, around)} and {self._write_filter(right, around)})"
                )
            case Or(left, right):
                return (
                    f"({self._write_filter(left, around)} or {self._write_filter(right, around)})"
                )
            case _ if around is not None:
                return self._write_value_test(around, filter_)
            case ValuePath(name, inner):
                target = resolve_target(self.kind, name)
                return self._write_exists(target, self._write_filter(inner, target))
            case Present(name):
                target = resolve_target(self.kind, name)
                return self._write_for_any_value(
                    target, lambda text: self._write_present(target.leaf, text)
                )
            case Compare(name):
                target = resolve_target(self.kind, name)
                return self._write_comparison(target, filter_)

    def selects_few_rows(self, filter_: Filter | None) -> bool:
        """Whether few rows can fulfill it, and an index leads to them."""
        match filter_:
            case And(left, right):
                return self.selects_few_rows(left) or self.selects_few_rows(right)
            case Compare(name, "eq", operand) if operand is not None:
                target = resolve_target(self.kind, name)
                place = self.columns.get(target.attribute.name.lower())
                return isinstance(place, AttributeColumn) and (place.few or place.is_id)
            case _:
                return False

    def write_sort_key(self, target: AttributeTarget) -> str:
        """What rows are put in order by: of several values the first."""
        if target.attribute.many:
            rows = self._find_rows(target)
            part = (target.part or target.leaf).name
            text = self._write_part(rows, target, part)
            return f"(select {_fold_case(target.leaf, text)} from {rows.from_} limit 1)"
        column = self._find_column(target)
        return column.key or _fold_case(target.leaf, column.text)

    def _write_comparison(self, target: AttributeTarget, compare: Compare) -> str:
        operand = convert_operand(target.leaf, compare, fold=False)
        if compare.operator == "ne":
            equal = Compare(compare.name, "eq", compare.operand)
            return f"not ({self._write_comparison(target, equal)})"
        if operand is None:
            there = self._write_for_any_value(target, lambda text: f"{text} is not null")
            return f"not ({there})"
        place = self.columns.get(target.attribute.name.lower())
        if isinstance(place, AttributeColumn) and place.is_id and compare.operator == "eq":
            return self._write_id_equality(place.text, str(operand))
        if isinstance(place, AttributeColumn) and place.key and compare.operator == "eq":
            return f"{place.key} = {self._add_parameter(target.leaf, operand)}"
        return self._write_for_any_value(
            target, lambda text: self._write_operator(target.leaf, text, compare.operator, operand)
        )

    def _write_for_any_value(self, target: AttributeTarget, write: Any) -> str:
        """Some value of several, or the one there is."""
        if target.attribute.many:
            rows = self._find_rows(target)
            text = self._write_part(rows, target, (target.part or target.leaf).name)
            return f"exists (select from {rows.from_} where {write(text)})"
        return str(write(self._find_column(target).text))

    def _write_exists(self, target: AttributeTarget, condition: str) -> str:
        return f"exists (select from {self._find_rows(target).from_} where {condition})"

    def _write_value_test(
        self, target: AttributeTarget, test: Present | Compare | ValuePath
    ) -> str:
        if isinstance(test, ValuePath):
            raise AssertionError("the reader refuses filters in filters")
        leaf = get_part(target.attribute, test.name)
        if isinstance(test, Compare):
            return self._write_part_comparison(target, leaf, test)
        return self._write_present(
            leaf, self._write_part(self._find_rows(target), target, leaf.name)
        )

    def _write_part_comparison(
        self, target: AttributeTarget, leaf: ScimAttribute, compare: Compare
    ) -> str:
        operand = convert_operand(leaf, compare, fold=False)
        text = self._write_part(self._find_rows(target), target, leaf.name)
        operator: str = "eq" if compare.operator == "ne" else compare.operator
        holds = (
            f"({text} is null)"
            if operand is None
            else self._write_operator(leaf, text, operator, operand)
        )
        return f"not ({holds})" if compare.operator == "ne" else holds

    def _write_present(self, leaf: ScimAttribute, text: str) -> str:
        return f"({text} is not null and ({text})::text not in ('', '[]', '{{}}'))"

    def _write_operator(
        self, leaf: ScimAttribute, text: str, operator: str, operand: Comparable
    ) -> str:
        number, found = self._add_parameter(leaf, operand), _fold_case(leaf, text)
        match operator:
            case "eq":
                condition = f"{found} = {number}"
            case "co":
                condition = f"strpos({found}, {number}) > 0"
            case "sw":
                condition = f"starts_with({found}, {number})"
            case "ew":
                condition = f"right({found}, length({number})) = {number}"
            case _:
                bytewise = "" if leaf.kind == "dateTime" else ' collate "C"'
                condition = f"{found}{bytewise} {SIGNS[operator]} {number}"
        return f"({text} is not null and {condition})"

    def _write_id_equality(self, text: str, operand: str) -> str:
        try:
            self.arguments.append(UUID(operand))
        except ValueError:
            return "false"
        return f"{text} = ${self.first + len(self.arguments) - 1}::uuid"

    def _add_parameter(self, leaf: ScimAttribute, operand: Comparable) -> str:
        self.arguments.append(operand)
        number = f"${self.first + len(self.arguments) - 1}"
        if leaf.kind in TYPES:
            return f"{number}::{TYPES[leaf.kind]}"
        return f"{number}::text" if leaf.exact else f"lower({number}::text)"

    def _find_column(self, target: AttributeTarget) -> AttributeColumn:
        name = target.attribute.name.lower()
        if target.part and target.attribute.name == "meta":
            name = f"meta.{target.part.name.lower()}"
        place = self.columns.get(name)
        if isinstance(place, AttributeColumn):
            return AttributeColumn(f"({place.text})::text") if place.is_id else place
        return AttributeColumn(self._write_document_path(target))

    def _write_document_path(self, target: AttributeTarget) -> str:
        held = f"{self.document}->'{target.extension.urn}'" if target.extension else self.document
        attribute = target.attribute
        part = target.part or (target.leaf if target.leaf is not attribute else None)
        if part is None:
            return f"({held}->>'{attribute.name}')"
        return f"({held}->'{attribute.name}'->>'{part.name}')"

    def _find_rows(self, target: AttributeTarget) -> AttributeRows:
        place = self.columns.get(target.attribute.name.lower())
        if isinstance(place, AttributeRows):
            return place
        return AttributeRows(
            f"jsonb_array_elements({self.document}->'{target.attribute.name}') as value", {}
        )

    def _write_part(self, rows: AttributeRows, target: AttributeTarget, part: str) -> str:
        if part in rows.parts:
            return rows.parts[part]
        if rows.parts:
            raise InvalidFilter(f"{target.attribute.name} cannot be looked up by {part}")
        if part == target.attribute.name:  # a value without a part that stands for it
            return "value"
        return f"(value->>'{part}')"


def _fold_case(leaf: ScimAttribute, text: str) -> str:
    if leaf.kind == "boolean":
        return f"({text})::boolean"
    if leaf.kind == "dateTime":
        return text
    return text if leaf.exact else f"lower({text})"
