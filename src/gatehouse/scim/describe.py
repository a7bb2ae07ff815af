"""What the API description says of calls whose bodies the schemas of SCIM describe."""

from typing import Any

_OBJECT: dict[str, Any] = {"schema": {"type": "object"}}


def _query_parameter(name: str, kind: str, text: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "description": text, "schema": {"type": kind}}


def _body_description(text: str) -> dict[str, Any]:
    content = {"application/scim+json": _OBJECT, "application/json": _OBJECT}
    return {"requestBody": {"description": text, "required": True, "content": content}}


_SELECTED = [
    _query_parameter("attributes", "string", "Names of what is answered, with commas between them"),
    _query_parameter("excludedAttributes", "string", "Names of what is left out"),
]
SELECTED = {"parameters": _SELECTED}
LISTED = {
    "parameters": [
        _query_parameter("filter", "string", "RFC 7644 §3.4.2.2; at most 2,048 characters"),
        _query_parameter("startIndex", "integer", "Counts from one"),
        _query_parameter("count", "integer", "200 at most"),
        _query_parameter("sortBy", "string", "An attribute"),
        _query_parameter("sortOrder", "string", "`ascending` or `descending`"),
        *_SELECTED,
    ]
}
SENT = _body_description("A resource (RFC 7643)")
PATCHED = _body_description("A change (RFC 7644 §3.5.2)")
SEARCHED = _body_description("A search (RFC 7644 §3.4.3)")
BULK = _body_description("Several calls in one (RFC 7644 §3.7)")
