"""The OpenAPI document: what the framework generates, with the refusals that are really sent.

Generating it takes a third of a second, which would block a process. So it is generated at build time
(`make openapi`) and contained in the package.

The framework describes its own answer to malformed input (422), which `kit.errors` replaces by 400 in
the shape of the route. Of a handler that builds its own answer it says "JSON of any kind"; those answers
are empty.
"""

import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson
from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import Response
from fastapi.routing import APIRoute
from starlette.routing import Route

from gatehouse.access import idempotency
from gatehouse.access.permissions import Permission
from gatehouse.access.vendor import VendorRoute
from gatehouse.access.vendor_permissions import VendorPermission
from gatehouse.kit.error_formats import PLATFORM, ErrorFormat, find_route_format
from gatehouse.kit.router import api_routes

REFUSAL = {
    "type": "object",
    "description": "Why the call was refused. Match on the code, show the texts.",
    "required": ["errors", "errorCode", "errorCodes", "context"],
    "properties": {
        "errors": {"type": "array", "items": {"type": "string"}},
        "errorCode": {"type": "string"},
        "errorCodes": {"type": "array", "items": {"type": "string"}},
        "context": {"type": "object"},
    },
}
# No answer holds a permission of ours as such, but clients name them, and should not misspell one.
PERMISSION = {
    "type": "string",
    "description": "Every permission that a route asks for.",
    "enum": sorted(Permission),
}
VENDOR_PERMISSION = {
    "type": "string",
    "description": "Every permission that a route of the vendor asks for.",
    "enum": sorted(VendorPermission),
}
IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "The same key with the same request, within a day, does the work once and answers as the "
    "first time. 422 for another request; 409 where it is not known how the first one ended.",
    "schema": {"type": "string", "minLength": 1, "maxLength": idempotency.LONGEST},
}
ANY_JSON: dict[str, Any] = {"application/json": {"schema": {}}}
DOCUMENT = Path(__file__).parents[1] / "openapi.json"
METHODS = ("get", "put", "post", "patch", "delete")
OF_VENDOR = "Vendor"  # the tag of the management calls
REFERENCE = re.compile(rb'"#/components/schemas/([^"]+)"')


def describe_api(app: FastAPI) -> dict[str, Any]:
    """Generated once; later calls give the same document."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title,
            version=app.version,
            routes=_list_described_routes(app),
            separate_input_output_schemas=app.separate_input_output_schemas,
        )
        _correct_responses(document, _map_error_formats(app))
        _add_idempotency_parameters(document, app)
        app.openapi_schema = document
    return app.openapi_schema


def _list_described_routes(app: FastAPI) -> list[APIRoute]:
    """The name of an operation is the name of its function, on the server and in the clients."""
    routes = list(api_routes(app.routes))
    for route in routes:
        route.operation_id = route.operation_id or route.name
    return routes


def _add_idempotency_parameters(document: dict[str, Any], app: FastAPI) -> None:
    for route in app.routes:
        if not isinstance(route, VendorRoute) or not route.include_in_schema:
            continue
        if "POST" in (route.methods or ()):
            operation = document["paths"][route.path_format]["post"]
            operation.setdefault("parameters", []).append(IDEMPOTENCY_KEY)


def _map_error_formats(app: FastAPI) -> dict[str, ErrorFormat]:
    return {
        route.path_format: find_route_format(route) or PLATFORM
        for route in app.routes
        if isinstance(route, Route)
    }


def _build_refusal_response(shape: ErrorFormat) -> dict[str, Any]:
    content = {shape.media_type: {"schema": dict(shape.schema)}}
    return {"description": "Refused", "content": content}


def _correct_responses(document: dict[str, Any], shapes: dict[str, ErrorFormat]) -> None:
    for path, item in document["paths"].items():
        refusal = _build_refusal_response(shapes[path])
        for operation in (item[method] for method in METHODS if method in item):
            operation["responses"].pop("422", None)
            operation["responses"].setdefault("4XX", refusal)
            for response in operation["responses"].values():
                if response.get("content") == ANY_JSON:
                    del response["content"]
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    for replaced in ("HTTPValidationError", "ValidationError"):
        schemas.pop(replaced, None)
    schemas["Refusal"] = REFUSAL
    schemas["Permission"] = PERMISSION
    schemas["VendorPermission"] = VENDOR_PERMISSION


def select_vendor_operations(document: dict[str, Any]) -> dict[str, Any]:
    """The management calls alone, with what they name."""
    kept = {
        path: {method: one for method, one in item.items() if OF_VENDOR in one.get("tags", ())}
        for path, item in document["paths"].items()
    }
    paths = {path: item for path, item in kept.items() if item}
    schemas = document["components"]["schemas"]
    wanted: dict[str, Any] = {"VendorPermission": schemas["VendorPermission"]}
    waiting: list[Any] = [paths]
    while waiting:
        for found in REFERENCE.findall(orjson.dumps(waiting.pop())):
            name = found.decode()
            if name not in wanted:
                wanted[name] = schemas[name]
                waiting.append(schemas[name])
    info = document["info"] | {"title": f"{document['info']['title']}: management"}
    return document | {"info": info, "paths": paths, "components": {"schemas": wanted}}


@cache
def _read_document() -> tuple[bytes, str]:
    """The document and its entity tag."""
    return _compute_etag(DOCUMENT.read_bytes())


@cache
def _read_vendor_document() -> tuple[bytes, str]:
    return _compute_etag(
        orjson.dumps(select_vendor_operations(orjson.loads(DOCUMENT.read_bytes())))
    )


def _compute_etag(body: bytes) -> tuple[bytes, str]:
    return body, f'"{sha256(body).hexdigest()[:32]}"'


async def serve_description(request: Request) -> Response:
    """`/openapi.json`"""
    return _build_document_response(request, *_read_document())


async def serve_vendor_description(request: Request) -> Response:
    """`/vendor/openapi.json`"""
    return _build_document_response(request, *_read_vendor_document())


def _build_document_response(request: Request, body: bytes, etag: str) -> Response:
    headers = {"etag": etag, "cache-control": "no-cache"}
    known = request.headers.get("if-none-match", "").split(",")
    if etag in (one.strip().removeprefix("W/") for one in known):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)
