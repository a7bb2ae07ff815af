"""The error formats. Each router has one; its clients read no other.

`PLATFORM`: the identity platform's clients read `{"errors": [text], "errorCode": code, "errorCodes":
[code], "context": {}}`. `PLAIN_TEXT`: the licensing portal shows `"<status>: <body>"`, or its own
words for the code in the header `error-code`. `OAUTH`: RFC 6749
§5.2. `SCIM`: RFC 7644 §3.12. `LICENSE`: tools read `{"code": CODE, "message": text}`.
"""

import re
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fastapi.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute

from gatehouse.kit.refusal_page import is_browser_navigation, render_refusal_page

Table = Mapping[str, "ErrorFormat"]  # by the first part of the address, such as `/api/v1`

OAUTH_CODE = re.compile(r"[a-z_]+")
OAUTH_ERRORS = {
    401: "invalid_client",
    403: "access_denied",
    429: "temporarily_unavailable",
    500: "server_error",
    503: "temporarily_unavailable",
}
SCIM_ERROR = "urn:ietf:params:scim:api:messages:2.0:Error"


@dataclass(frozen=True, slots=True)
class Refusal:
    """What every shape can tell; `codes` are never empty."""

    status: int
    messages: Sequence[str]
    codes: Sequence[str]
    context: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ErrorFormat:
    """`schema` describes the body in the API description."""

    render: Callable[[Refusal], Response]
    media_type: str
    schema: Mapping[str, Any]


def _render_platform_error(refusal: Refusal) -> Response:
    return JSONResponse(
        {
            "errors": list(refusal.messages),
            "errorCode": refusal.codes[0],
            "errorCodes": list(refusal.codes),
            "context": dict(refusal.context),
        },
        refusal.status,
        headers=dict(refusal.headers),
    )


def _render_plain_text(refusal: Refusal) -> Response:
    text = ", ".join(refusal.messages)
    headers = {**refusal.headers, "error-code": refusal.codes[0]}
    return PlainTextResponse(text, refusal.status, headers=headers)


def _render_oauth_error(refusal: Refusal) -> Response:
    """An OAuth error. Gatehouse's own codes contain a dot; codes of the protocol do not and are sent
    unchanged. Clients of the hosted platform read `errors`, too; clients ignore unknown fields (RFC 6749
    §5.2)."""
    code = refusal.codes[0]
    if not OAUTH_CODE.fullmatch(code):
        code = OAUTH_ERRORS.get(refusal.status, "invalid_request")
    told = ", ".join(refusal.messages)
    body = {"error": code, "error_description": told, "errors": list(refusal.messages)}
    return JSONResponse(body, refusal.status, headers=dict(refusal.headers))


def _render_scim_error(refusal: Refusal) -> Response:
    body: dict[str, Any] = {
        "schemas": [SCIM_ERROR],
        "detail": ", ".join(refusal.messages),
        "status": str(refusal.status),
    }
    if "scimType" in refusal.context:
        body["scimType"] = refusal.context["scimType"]
    headers = dict(refusal.headers)
    return JSONResponse(body, refusal.status, headers, media_type=SCIM.media_type)


LICENSE_CODE = re.compile(r"[A-Z_]+")
LICENSE_CODES = {
    400: "INVALID_REQUEST",
    404: "NOT_FOUND",
    405: "METHOD_NOT_ALLOWED",
    409: "CONFLICT",
    413: "TOO_LARGE",
    429: "TOO_MANY_REQUESTS",
    503: "BUSY",
}


def _render_license_error(refusal: Refusal) -> Response:
    """A license error. Tools decide by the code; codes that are not license codes are mapped by status."""
    code = refusal.codes[0]
    if not LICENSE_CODE.fullmatch(code):
        code = LICENSE_CODES.get(refusal.status, "ERROR")
    body = {"code": code, "message": ", ".join(refusal.messages), **refusal.context}
    return JSONResponse(body, refusal.status, headers=dict(refusal.headers))


def _describe_text_fields(*names: str) -> dict[str, Any]:
    properties = {name: {"type": "string"} for name in names}
    return {"type": "object", "required": list(names), "properties": properties}


PLATFORM = ErrorFormat(
    _render_platform_error, "application/json", {"$ref": "#/components/schemas/Refusal"}
)
PLAIN_TEXT = ErrorFormat(_render_plain_text, "text/plain", {"type": "string"})
OAUTH = ErrorFormat(
    _render_oauth_error, "application/json", _describe_text_fields("error", "error_description")
)
LICENSE = ErrorFormat(
    _render_license_error, "application/json", _describe_text_fields("code", "message")
)
SCIM = ErrorFormat(
    _render_scim_error, "application/scim+json", _describe_text_fields("detail", "status")
)
# By the names that `manifest.json` uses.
ERROR_FORMATS = {
    "platform": PLATFORM,
    "plain_text": PLAIN_TEXT,
    "oauth": OAUTH,
    "license": LICENSE,
    "scim": SCIM,
}


def set_error_format(shape: ErrorFormat, route: BaseRoute) -> None:
    """Set the error format of this route."""
    route.shape = shape  # type: ignore[attr-defined]


def find_route_format(route: object) -> ErrorFormat | None:
    shape: ErrorFormat | None = getattr(route, "shape", None)
    return shape


def find_path_format(path: str, table: Table) -> ErrorFormat:
    """For what no route took: the shape of that part of the address."""
    for start, shape in table.items():
        if path.startswith(start) and path[len(start) : len(start) + 1] in ("", "/"):
            return shape
    return PLATFORM


def render_refusal(scope: MutableMapping[str, Any], refusal: Refusal) -> Response:
    """The refusal in the shape of the route that was found, or else of the address; a page for a browser that
    was to be sent on."""
    if is_browser_navigation(scope):
        page = render_refusal_page(scope, refusal.status, refusal.messages, refusal.codes[0])
        page.headers.update(refusal.headers)
        return page
    shape = find_route_format(scope.get("route")) or scope.get("shape", PLATFORM)
    return shape.render(refusal)
