"""The OpenAPI document: what the framework generates, with the refusals that are really sent.

The framework describes its own answer to malformed input (422), which `kit.errors` replaces by 400 in
the shape of the path. Of a handler that builds its own answer it says "JSON of any kind"; those answers
are empty.
"""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from gatehouse.kit.errors import PLAIN_TEXT_PREFIX

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
IN_JSON = {
    "description": "Refused",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}},
}
IN_TEXT = {"description": "Refused", "content": {"text/plain": {"schema": {"type": "string"}}}}
ANY_JSON: dict[str, Any] = {"application/json": {"schema": {}}}
METHODS = ("get", "put", "post", "patch", "delete")


def describe(app: FastAPI) -> dict[str, Any]:
    """Generated once; later calls give the same document."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title,
            version=app.version,
            routes=app.routes,
            separate_input_output_schemas=app.separate_input_output_schemas,
        )
        _correct_answers(document)
        app.openapi_schema = document
    return app.openapi_schema


def _correct_answers(document: dict[str, Any]) -> None:
    for path, item in document["paths"].items():
        refusal = IN_TEXT if path.startswith(PLAIN_TEXT_PREFIX) else IN_JSON
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
