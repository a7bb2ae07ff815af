"""Whether a rule's conditions hold. What cannot be said is false, negated or not."""

import operator
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from gatehouse_sdk.patterns import LONGEST_TEXT, code_units, compiled

Value = Mapping[str, Any]
Attributes = Mapping[str, Any]


def treatment_of(rules: Iterable[Mapping[str, Any]] | None, attributes: Attributes) -> str | None:
    """Of the first rule whose conditions all hold; `"true"` or `"false"`, as on the wire."""
    for rule in rules or ():
        if all(holds(condition, attributes) for condition in rule["conditions"]):
            return str(rule["treatment"])
    return None


def holds(condition: Mapping[str, Any], attributes: Attributes) -> bool:
    asks = OPERATORS.get(condition["op"])
    says = asks(attributes.get(condition["attribute"]), condition["value"]) if asks else None
    return says is not None and says is not bool(condition.get("negate"))


def _text(fits: Callable[[str, str], bool]) -> Callable[[Any, Value], bool | None]:
    def asks(attribute: Any, value: Value) -> bool | None:
        entries = _entries(value)
        if entries is None or not isinstance(attribute, str):
            return None
        return any(fits(attribute, entry) for entry in entries)

    return asks


def _in_list(attribute: Any, value: Value) -> bool | None:
    entries = _entries(value)
    if entries is not None and isinstance(attribute, list | tuple):
        return any(entry in attribute for entry in entries)
    return _text(operator.eq)(attribute, value)


def _entries(value: Value) -> list[str] | None:
    given = value.get("list")
    is_list = isinstance(given, list) and all(isinstance(one, str) for one in given)
    return given if is_list else None


def _matches(attribute: Any, value: Value) -> bool | None:
    given = value.get("string")
    if not isinstance(attribute, str) or not isinstance(given, str):
        return None
    text, pattern = code_units(attribute), compiled(given)
    if pattern is None or len(text) > LONGEST_TEXT:
        return None
    return pattern.search(text) is not None


def _is(attribute: Any, value: Value) -> bool | None:
    given = value.get("boolean")
    if not isinstance(attribute, bool) or not isinstance(given, bool):
        return None
    return attribute is given


def _number(given: Any) -> float | None:
    return given if isinstance(given, int | float) and not isinstance(given, bool) else None


def _instant(given: Any) -> float | None:
    """A date, or its text as ISO 8601. Without a zone it is UTC."""
    try:
        moment = datetime.fromisoformat(given) if isinstance(given, str) else given
    except ValueError:
        return None
    if not isinstance(moment, datetime):
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _date(given: Any) -> float | None:
    return None if isinstance(given, str) else _instant(given)


Read = Callable[[Any], float | None]


def _against(
    name: str, compares: Callable[[float, float], bool], of: Read, to: Read
) -> Callable[[Any, Value], bool | None]:
    def asks(attribute: Any, value: Value) -> bool | None:
        is_, wanted = of(attribute), to(value.get(name))
        return None if is_ is None or wanted is None else compares(is_, wanted)

    return asks


def _between(of: Read, to: Read) -> Callable[[Any, Value], bool | None]:
    def asks(attribute: Any, value: Value) -> bool | None:
        is_, start, end = of(attribute), to(value.get("start")), to(value.get("end"))
        return None if is_ is None or start is None or end is None else start <= is_ <= end

    return asks


OPERATORS: dict[str, Callable[[Any, Value], bool | None]] = {
    "in_list": _in_list,
    "starts_with": _text(str.startswith),
    "ends_with": _text(str.endswith),
    "contains": _text(operator.contains),
    "matches": _matches,
    "equal": _against("number", operator.eq, _number, _number),
    "greater_than": _against("number", operator.gt, _number, _number),
    "greater_than_equal": _against("number", operator.ge, _number, _number),
    "lower_than": _against("number", operator.lt, _number, _number),
    "lower_than_equal": _against("number", operator.le, _number, _number),
    "between_numeric": _between(_number, _number),
    "is": _is,
    "on": _against("date", operator.eq, _date, _instant),
    "on_or_after": _against("date", operator.ge, _date, _instant),
    "on_or_before": _against("date", operator.le, _date, _instant),
    "between_date": _between(_date, _instant),
}
