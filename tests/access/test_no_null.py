"""What has nothing to say says nothing: no operation answers the word `null`."""

import typing

from fastapi.routing import APIRoute
from starlette.responses import Response

from gatehouse.app import build_app
from gatehouse.kit.resources import Resources
from gatehouse.kit.router import api_routes
from gatehouse.settings import Settings


def test_an_operation_without_an_answer_has_an_empty_body(settings: Settings, resources: Resources):
    found = [
        f"{sorted(route.methods or ())} {route.path}"
        for route in api_routes(build_app(settings, resources, is_loaded=True).routes)
        if says_nothing(route) and not is_empty(route)
    ]
    assert not found


def says_nothing(route: APIRoute) -> bool:
    return typing.get_type_hints(route.endpoint).get("return") is type(None)


def is_empty(route: APIRoute) -> bool:
    kind = getattr(route.response_class, "value", route.response_class)
    return route.status_code == 204 or kind is Response
