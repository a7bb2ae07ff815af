"""What an operand is for an attribute, the same for a resource in memory and for the database."""

from datetime import UTC, datetime

from gatehouse.kit.schemas import to_nfc
from gatehouse.scim.errors import InvalidFilter
from gatehouse.scim.protocol.attributes import ScimAttribute
from gatehouse.scim.protocol.filter import Compare

Comparable = str | bool | datetime | None
TEXTUAL = ("co", "sw", "ew")
TRUTHS = {"true": True, "false": False}


def operand_of(attribute: ScimAttribute, compare: Compare, *, fold: bool = True) -> Comparable:
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
        return _compare_boolean(attribute, compare)
    if attribute.kind == "dateTime":
        if not isinstance(operand, str):
            raise InvalidFilter(f"{attribute.name} is compared with a date and time")
        if operator in TEXTUAL:
            raise InvalidFilter(f"{attribute.name} cannot be compared by {operator}")
        return parse_moment(operand)
    if isinstance(operand, bool):
        raise InvalidFilter(f"{attribute.name} is compared with a text")
    operand = str(operand)  # a number that a resource has is kept as a text too
    if attribute.exact:
        return operand
    return to_nfc(operand).lower() if fold else to_nfc(operand)


def _compare_boolean(attribute: ScimAttribute, compare: Compare) -> bool:
    if compare.operator not in ("eq", "ne"):
        raise InvalidFilter(f"{attribute.name} cannot be compared by {compare.operator}")
    operand = compare.operand
    if isinstance(operand, str):  # one directory writes them as texts
        operand = TRUTHS.get(operand.lower())
    if not isinstance(operand, bool):
        raise InvalidFilter(f"{attribute.name} is true or false")
    return operand


def parse_moment(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise InvalidFilter(f"{text[:40]} is not a date and time") from error
