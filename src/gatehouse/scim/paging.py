"""Pages of resources as RFC 7644 §3.4.2 asks for them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import Request

from gatehouse.scim.errors import InvalidFilter, InvalidPath, InvalidSyntax, InvalidValue
from gatehouse.scim.protocol.attributes import ResourceKind
from gatehouse.scim.protocol.filter import Filter, parse_attribute_name, parse_filter
from gatehouse.scim.protocol.messages import SEARCH, has_schema
from gatehouse.scim.protocol.schemas import KINDS
from gatehouse.scim.protocol.select import AttributeSelection, parse_selection
from gatehouse.scim.protocol.target import AttributeTarget, resolve_target

MOST = 200  # resources of one page
FARTHEST = 10_000_000


@dataclass(frozen=True, slots=True)
class ScimListRequest:
    """What a list is asked for. `start` counts from one."""

    filter: Filter | None
    sort: AttributeTarget | None
    down: bool
    start: int
    count: int
    selection: AttributeSelection


@dataclass(frozen=True, slots=True)
class ScimPage:
    total: int
    resources: list[dict[str, Any]]


def parse_list_request(kind: ResourceKind, asked: Mapping[str, Any]) -> ScimListRequest:
    """Raises `InvalidFilter`, `InvalidPath` or `InvalidValue`."""
    start = max(1, _parse_number(asked.get("startIndex"), 1, "startIndex"))
    count = max(0, _parse_number(asked.get("count"), MOST, "count"))
    text = _parse_text(asked.get("filter"))
    order = _parse_text(asked.get("sortOrder")).lower()
    if order not in ("", "ascending", "descending"):
        raise InvalidValue("sortOrder is ascending or descending")
    return ScimListRequest(
        parse_filter(text) if text else None,
        _resolve_sort_target(kind, _parse_text(asked.get("sortBy"))),
        order == "descending",
        min(start, FARTHEST),
        min(count, MOST),
        parse_selection(
            kind,
            _parse_attribute_names(asked.get("attributes")),
            _parse_attribute_names(asked.get("excludedAttributes")),
        ),
    )


def read_query_selection(kind: ResourceKind, request: Request) -> AttributeSelection:
    asked = request.query_params
    return parse_selection(kind, asked.get("attributes", ""), asked.get("excludedAttributes", ""))


def parse_search_request(kind: ResourceKind, body: Any) -> ScimListRequest:
    """Of `.search`: what would else be in the address."""
    if not has_schema(body, SEARCH):
        raise InvalidSyntax(f"A search is an object of the schema {SEARCH}")
    return parse_list_request(kind, body)


def parse_search_requests(body: Any) -> list[tuple[ResourceKind, ScimListRequest]]:
    """Of a search among all kinds: those for which it makes sense. `InvalidFilter`, `InvalidPath` when there
    is none."""
    wishes, refusal = [], None
    for kind in KINDS:
        try:
            wishes.append((kind, parse_search_request(kind, body)))
        except (InvalidFilter, InvalidPath) as error:
            refusal = error
    if refusal and not wishes:
        raise refusal
    return wishes


def _resolve_sort_target(kind: ResourceKind, text: str) -> AttributeTarget | None:
    if not text:
        return None
    try:
        target = resolve_target(kind, parse_attribute_name(text))
    except InvalidFilter as error:
        raise InvalidPath(error.message) from None
    if target.leaf.kind == "complex" or target.leaf.name == "schemas":
        raise InvalidPath(f"Name a part of {target.attribute.name} to sort by")
    return target


def _parse_number(value: Any, default: int, name: str) -> int:
    if value is None or value == "":
        return default
    try:
        found = int(str(value)[:12])
    except ValueError:
        raise InvalidValue(f"{name} is a number") from None
    return found


def _parse_text(value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InvalidValue("Filters and orders are texts")
    return value.strip()


def _parse_attribute_names(value: Any) -> str:
    """In a body they are a list."""
    return ",".join(map(str, value)) if isinstance(value, list) else _parse_text(value)
