"""Nothing that says tenant takes a UUID alone, in the description of the API or in a route's signature."""

import json
import re
from collections.abc import Iterator
from typing import Annotated, Any

import pytest
from fastapi.dependencies.models import Dependant
from pydantic import TypeAdapter

from gatehouse.areas import AREAS
from gatehouse.kit.router import api_routes
from gatehouse.pages.api_description import DOCUMENT

NAMES = re.compile(r"tenant", re.IGNORECASE)


def wrong_in(schema: Any, where: str = "") -> Iterator[str]:
    """The properties that name a tenant and are UUIDs, at any depth."""
    if isinstance(schema, list):
        for one in schema:
            yield from wrong_in(one, where)
    if not isinstance(schema, dict):
        return
    if schema.get("in") in ("path", "query", "header") and is_wrong(schema["name"], schema):
        yield f"{where} {schema['in']} {schema['name']}"
    properties = schema.get("properties")
    for name, one in properties.items() if isinstance(properties, dict) else ():
        if is_wrong(name, one):
            yield f"{where} {name}"
    for name, one in schema.items():
        yield from wrong_in(one, f"{where}/{name}")


def is_wrong(name: str, schema: Any) -> bool:
    return NAMES.search(name) is not None and '"uuid"' in json.dumps(schema)


def test_the_description_has_texts():
    assert list(wrong_in(json.loads(DOCUMENT.read_bytes()))) == []


def parameters(of: Dependant) -> Iterator[tuple[str, Any]]:
    for one in (*of.path_params, *of.query_params, *of.header_params, *of.cookie_params):
        given: Any = one.field_info.annotation
        for more in one.field_info.metadata:
            given = Annotated[given, more]
        yield one.alias, given
    for below in of.dependencies:
        yield from parameters(below)


ROUTES = [
    route for _, routers in AREAS for router in routers for route in api_routes(router.routes)
]


def test_every_route_takes_texts():
    """Those too that the description does not show."""
    wrong: list[str] = []
    seen = 0
    for route in ROUTES:
        for name, given in parameters(route.dependant):
            schema = TypeAdapter(given).json_schema()
            seen += NAMES.search(name) is not None
            wrong += wrong_in({"properties": {name: schema}}, route.path)
        if route.body_field is not None:
            body: Any = route.body_field.field_info.annotation
            wrong += wrong_in(TypeAdapter(body).json_schema(), route.path)
    assert wrong == []
    assert seen > 60


@pytest.mark.parametrize(
    "schema",
    [
        {"in": "path", "name": "tenant_id", "schema": {"format": "uuid"}},
        {"a": [{"properties": {"tenantIds": {"items": {"format": "uuid"}}}}]},
        {"properties": {"parentTenantId": {"anyOf": [{"format": "uuid"}]}}},
    ],
)
def test_a_uuid_would_be_found(schema):
    assert list(wrong_in(schema))
