"""Rules that decide for which users a feature is on (wire reference §11). The client evaluates these rules,
so rules that would make it fail are rejected here."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Self, get_args
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints, ValidationInfo, model_validator

from gatehouse.kit import clock
from gatehouse.kit.db import Command, Db, Query
from gatehouse.kit.refused_value import RefusedValue
from gatehouse.kit.schemas import Line, Text
from gatehouse.vendor.document.section import (
    Changes,
    DocumentEntry,
    DocumentProblem,
    DocumentSection,
    State,
    build_table_reader,
    build_unknown_permission_problem,
    delete_removed_entries,
    quote_key,
)
from gatehouse.vendor.rule_patterns import LONGEST, find_pattern_problem


@dataclass(frozen=True, slots=True)
class Feature:
    """`permissions` are keys that take this feature too. `flag` is a `Flag` of the document as it is
    stored, None for a feature that is only bought."""

    id: UUID
    key: str
    name: str
    description: str
    permissions: list[str]
    metadata: dict[str, Any]
    flag_id: UUID
    flag: dict[str, Any] | None
    created_at: datetime
    updated_at: datetime


READ_FEATURES = Query(Feature, "select * from features order by key")

# A flag that is switched on anew is another flag.
SAVE_FEATURE = Command(
    """
    insert into features (key, created_at, updated_at, name, description, permissions, metadata, flag)
    values ($1, $2, $2, $3, $4, $5, $6, $7)
    on conflict (key) do update set updated_at = $2, name = $3, description = $4, permissions = $5,
      metadata = $6, flag = $7,
      flag_id = case when features.flag is null and $7 is not null then gen_random_uuid()
        else features.flag_id end
    """
)

DELETE_FEATURES = Command("delete from features where key = any ($1::text[])")


MOST_LISTED = 1000

ListOperator = Literal["in_list", "starts_with", "ends_with", "contains"]
NumberOperator = Literal[
    "equal", "greater_than", "greater_than_equal", "lower_than", "lower_than_equal"
]
DateOperator = Literal["on", "on_or_after", "on_or_before"]
Operator = Literal[
    ListOperator, "matches", NumberOperator, "between_numeric", "is", DateOperator, "between_date"
]
LISTS, NUMBERS, DATES = get_args(ListOperator), get_args(NumberOperator), get_args(DateOperator)

TEXTS = {"frontegg.email", "frontegg.tenantId", "frontegg.userId"}
FLAGS = {"frontegg.emailVerified"}
# Attributes of the caller that the server knows. Any other is supplied by the application.
KNOWN = ("frontegg.", "jwt.")
# RFC 3339, without a zone or a time if need be: what every engine reads as the same moment.
DATE = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?", re.ASCII)


class RuleCondition(DocumentEntry):
    attribute: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:/-]{1,200}$")]
    op: Operator
    negate: bool = False
    value: dict[str, Any]

    @model_validator(mode="after")
    def _check_value_and_attribute(self, info: ValidationInfo) -> Self:
        problem = _choose_value_check(self.op)(self.value)
        if problem and not (self.op == "matches" and _is_stored(self.value, info.context)):
            raise RefusedValue(f"value of {self.op}: {problem}", "condition_value", op=self.op)
        if self.attribute in FLAGS and self.op != "is":
            text = f"{self.attribute} is true or false: use `is`"
            raise RefusedValue(text, "asked_with_is", name=self.attribute)
        if self.attribute in TEXTS and self.op not in (*LISTS, "matches"):
            raise RefusedValue(f"{self.attribute} is a string", "is_text", name=self.attribute)
        if self.attribute.startswith("frontegg.") and self.attribute not in TEXTS | FLAGS:
            raise RefusedValue(
                f"the attribute {self.attribute} does not exist",
                "no_attribute",
                name=self.attribute,
            )
        if self.attribute.startswith(KNOWN) and self.op in (*DATES, "between_date"):
            text = "tokens do not contain dates; only the application can pass one"
            raise RefusedValue(text, "no_dates")
        return self


class Rule(DocumentEntry):
    """Holds when every condition does; one without conditions always does."""

    treatment: bool
    description: Text = ""
    conditions: list[RuleCondition] = Field([], max_length=20)


class FeatureFlag(DocumentEntry):
    """Off: `off_treatment`. On: the treatment of the first rule that holds, else `default_treatment`."""

    on: bool
    name: Text = ""
    description: Text = ""
    off_treatment: bool = False
    default_treatment: bool = True
    rules: list[Rule] = Field([], max_length=50)
    metadata: dict[str, Any] | None = None


Value = Mapping[str, Any]


def _is_stored(pattern: Value, entry: Mapping[str, Any] | None) -> bool:
    """Whether the stored entry, a feature with a flag or a plan, has this pattern. An earlier release took
    patterns that are refused now: an entry with one is still read, changed and switched off."""
    has_rules = (entry or {}).get("flag") or entry or {}
    return any(
        condition["op"] == "matches" and condition["value"] == pattern
        for rule in has_rules.get("rules") or []
        for condition in rule["conditions"]
    )


def _choose_value_check(op: str) -> Callable[[Value], str | None]:
    if op in LISTS:
        return _check_list
    if op in NUMBERS:
        return lambda value: None if _has_only_value(value, "number", _is_number) else "a `number`"
    if op in DATES:
        return lambda value: (
            None if _has_only_value(value, "date", _is_date) else "a `date` as ISO 8601"
        )
    return {
        "matches": _check_pattern,
        "is": _check_boolean,
        "between_numeric": _check_numbers,
        "between_date": _check_dates,
    }[op]


def _has_only_value(value: Value, name: str, fits: Callable[[Any], bool]) -> bool:
    return set(value) == {name} and fits(value[name])


def _check_list(value: Value) -> str | None:
    def fits(given: Any) -> bool:
        return (
            isinstance(given, list)
            and len(given) <= MOST_LISTED
            and all(isinstance(one, str) and len(one) <= LONGEST for one in given)
        )

    return (
        None if _has_only_value(value, "list", fits) else f"a `list` of at most {MOST_LISTED} texts"
    )


def _check_pattern(value: Value) -> str | None:
    if not _has_only_value(value, "string", lambda given: isinstance(given, str)):
        return "a pattern as `string`"
    return find_pattern_problem(value["string"])


def _check_boolean(value: Value) -> str | None:
    return (
        None
        if _has_only_value(value, "boolean", lambda given: isinstance(given, bool))
        else "a `boolean`"
    )


def _check_numbers(value: Value) -> str | None:
    return (
        None if _is_ordered_span(value, _is_number) else "`start` and `end`, numbers in this order"
    )


def _check_dates(value: Value) -> str | None:
    return (
        None
        if _is_ordered_span(value, _is_date)
        else "`start` and `end`, dates as ISO 8601 in this order"
    )


def _is_ordered_span(value: Value, fits: Callable[[Any], bool]) -> bool:
    if set(value) != {"start", "end"} or not (fits(value["start"]) and fits(value["end"])):
        return False
    start, end = (
        _parse_date(one) if isinstance(one, str) else one for one in (value["start"], value["end"])
    )
    return bool(start <= end)


def _is_number(given: Any) -> bool:
    return isinstance(given, int | float) and not isinstance(given, bool) and abs(given) < 1e15


def _is_date(given: Any) -> bool:
    try:
        return (
            isinstance(given, str)
            and DATE.fullmatch(given) is not None
            and bool(_parse_date(given))
        )
    except ValueError:
        return False


def _parse_date(text: str) -> datetime:
    """Parse a date; without a zone it is UTC."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


class FeatureEntry(DocumentEntry):
    name: Annotated[Line, Field(min_length=1)] = Field(description="As people see it.")
    description: Text = Field("", description="What it does.")
    permissions: Annotated[list[str], AfterValidator(lambda keys: sorted(set(keys)))] = Field(
        [], description="Keys of permissions that count only together with this feature."
    )
    flag: FeatureFlag | None = Field(
        None,
        description="Users it is on for, regardless of plans: `on`, `off_treatment`, "
        "`default_treatment`, `rules` of `conditions`.",
    )
    metadata: dict[str, Any] = Field({}, description="For your own use.")


async def write_features(db: Db, changes: Changes) -> None:
    for key, after in await delete_removed_entries(db, DELETE_FEATURES, changes):
        entry = FeatureEntry.model_validate(after, context=after)
        await SAVE_FEATURE.run(
            db,
            key,
            clock.now(),
            entry.name,
            entry.description,
            entry.permissions,
            entry.metadata,
            entry.flag.model_dump(mode="json") if entry.flag else None,
        )


def check_features(state: State) -> Iterator[DocumentProblem]:
    for key, entry in state["features"].items():
        for wanted in entry["permissions"]:
            if wanted not in state["permissions"]:
                yield build_unknown_permission_problem(
                    f"features.{quote_key(key)}.permissions", wanted
                )


FEATURES = DocumentSection(
    "features",
    "What can be sold, or be switched on for some.",
    FeatureEntry,
    build_table_reader(FeatureEntry, READ_FEATURES),
    write_features,
    check=check_features,
    most=1000,
    keys=r"[A-Za-z0-9_.:-]{1,100}",
    example="""\
[features.exports]
name = "Exports"
permissions = ["reports.read"]

[features.exports.flag]
on = true
default_treatment = false

[[features.exports.flag.rules]]
treatment = true
conditions = [{ attribute = "frontegg.email", op = "ends_with", value = { list = ["@acme.com"] } }]
""",
)
