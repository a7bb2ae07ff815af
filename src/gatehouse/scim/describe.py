"""What the API description says of calls whose bodies the schemas of SCIM describe."""

from typing import Any

_OBJECT: dict[str, Any] = {"schema": {"type": "object"}}


def _query(name: str, kind: str, text: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "description": text, "schema": {"type": kind}}


def _body(text: str) -> dict[str, Any]:
    content = {"application/scim+json": _OBJECT, "application/json": _OBJECT}
    return {"requestBody": {"description": text, "required": True, "content": content}}


_SELECTED = [
    _query("attributes", "string", "Names of what is answered, with commas between them"),
    _query("excludedAttributes", "string", "Names of what is left out"),
]
SELECTED = {"parameters": _SELECTED}
LISTED = {
    "parameters": [
        _query("filter", "string", "RFC 7644 §3.4.2.2; at most 2,048 characters"),
        _query("startIndex", "integer", "Counts from one"),
        _query("count", "integer", "200 at most"),
        _query("sortBy", "string", "An attribute"),
        _query("sortOrder", "string", "`ascending` or `descending`"),
        *_SELECTED,
    ]
}
SENT = _body("A resource (RFC 7643)")
PATCHED = _body("A change (RFC 7644 §3.5.2)")
SEARCHED = _body("A search (RFC 7644 §3.4.3)")
BULK = _body("Several calls in one (RFC 7644 §3.7)")
