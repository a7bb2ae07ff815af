"""What a client sends, read by the schemas: names in their own case, values of the right kind, nothing else.

What no schema has is passed over, and what only the server sets is too; a value of the wrong kind is refused.
A value that is null or empty is the same as none (RFC 7643 §2.5).
"""

from collections.abc import Iterable, Mapping
from typing import Any

import orjson

from gatehouse.kit.schemas import to_nfc
from gatehouse.scim.errors import InvalidSyntax, InvalidValue
from gatehouse.scim.protocol.attributes import COMMON, ResourceKind, ScimAttribute
from gatehouse.scim.protocol.target import VALUE

Document = dict[str, Any]

LONGEST_TEXT = 4096
# What an index has room for.
LOOKED_UP = {"userName": 500, "externalId": 500}
MOST_VALUES = 100
LARGEST = 65_536  # bytes of a document without its members
TRUTHS = {"true": True, "false": False}
UNLIMITED = ("members",)


def read_resource(kind: ResourceKind, sent: Any) -> Document:
    """Raises `InvalidSyntax` or `InvalidValue`."""
    if not isinstance(sent, Mapping):
        raise InvalidSyntax("A resource is a JSON object")
    given = {str(name).lower(): value for name, value in sent.items()}
    taken = [one for one in COMMON if one.name == "externalId"]
    document = _read_attributes((*taken, *kind.schema.attributes), given)
    for extension in kind.extensions:
        inside = given.get(extension.urn.lower())
        if isinstance(inside, Mapping):
            lower = {str(name).lower(): value for name, value in inside.items()}
            if found := _read_attributes(extension.attributes, lower):
                document[extension.urn] = found
    _check_document_size(document)
    return document


def _read_attributes(attributes: Iterable[ScimAttribute], given: Mapping[str, Any]) -> Document:
    found = {}
    for attribute in attributes:
        if attribute.mutability == "readOnly":
            continue
        value = read_attribute_value(attribute, given.get(attribute.name.lower()))
        if value is not None:
            found[attribute.name] = value
    return found


def read_attribute_value(attribute: ScimAttribute, value: Any) -> Any:
    """None for nothing. Raises `InvalidValue`."""
    if value is None or value == "" or value == [] or value == {}:
        return None
    if not attribute.many:
        return read_single_value(attribute, value)
    values = value if isinstance(value, list) else [value]
    if len(values) > MOST_VALUES and attribute.name not in UNLIMITED:
        raise InvalidValue(f"{attribute.name} has at most {MOST_VALUES} values")
    read = [one for one in (read_single_value(attribute, one) for one in values) if one is not None]
    return keep_one_primary(read) or None


def read_single_value(attribute: ScimAttribute, value: Any) -> Any:
    match attribute.kind:
        case "boolean":
            return _parse_boolean(attribute, value)
        case "complex":
            return _parse_complex(attribute, value)
        case _:
            return _parse_text(attribute, value)


def _parse_complex(attribute: ScimAttribute, value: Any) -> Document | None:
    if not attribute.many and isinstance(value, list) and len(value) == 1:
        [value] = value  # `"manager": [{"value": "26118915"}]`, as one directory writes it
    if isinstance(value, str) and attribute.find_part(VALUE):  # `"manager": "26118915"`
        value = {VALUE: value}
    if not isinstance(value, Mapping):
        raise InvalidValue(f"{attribute.name} is an object")
    lower = {str(name).lower(): part for name, part in value.items()}
    try:
        read = _read_attributes(attribute.parts, lower)
    except InvalidValue as error:
        raise prefix_attribute_name(attribute, error) from None
    if any(part.dropped_if_long and part.name not in read for part in attribute.parts):
        return None
    return read or None


def prefix_attribute_name(attribute: ScimAttribute, error: InvalidValue) -> InvalidValue:
    """The refusal of a part, which begins with its name, as one of the whole attribute."""
    return InvalidValue(f"{attribute.name}.{error.message}")


def _parse_boolean(attribute: ScimAttribute, value: Any) -> bool:
    """One directory writes them as texts."""
    if isinstance(value, str):
        value = TRUTHS.get(value.strip().lower())
    if not isinstance(value, bool):
        raise InvalidValue(f"{attribute.name} is true or false")
    return value


def _parse_text(attribute: ScimAttribute, value: Any) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise InvalidValue(f"{attribute.name} is a text")
    text = str(value) if attribute.exact else to_nfc(str(value))
    longest = LOOKED_UP.get(attribute.name, LONGEST_TEXT)
    if attribute.dropped_if_long and len(text) > longest:
        return None
    if len(text) > longest or "\x00" in text:
        raise InvalidValue(f"{attribute.name} has at most {longest:,} characters, and no NUL")
    return text or None


def keep_one_primary(values: list[Any]) -> list[Any]:
    """The last one that says so: what is added later takes the place of what was there."""
    primary = [one for one in values if isinstance(one, dict) and one.get("primary")]
    for one in primary[:-1]:
        one["primary"] = False
    return values


def _check_document_size(document: Document) -> None:
    rest = {name: value for name, value in document.items() if name not in UNLIMITED}
    if len(orjson.dumps(rest)) > LARGEST:
        raise InvalidValue(f"A resource has at most {LARGEST:,} bytes")
