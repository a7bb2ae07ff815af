"""Routes for the most frequent calls: a plain Starlette endpoint that is described like all others."""

import asyncio
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from inspect import Parameter, signature
from types import NoneType
from typing import Annotated, Any, TypeVar, get_args, get_origin

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import request_response
from starlette.types import Receive, Scope, Send

from gatehouse.kit.headers import PlainRequest
from gatehouse.kit.lazy_routes import UnloadedRoute
from gatehouse.kit.route_table import FOUND, RouteTable
from gatehouse.kit.router import DescribedRoute

Model = TypeVar("Model", bound=BaseModel)
JSON_TYPE = re.compile(r"application/(.+\+)?json")


class Json(Response):
    """A response of JSON that is already encoded. The names of the headers `more` are in lower case."""

    def __init__(
        self, body: bytes, status_code: int = 200, more: Iterable[tuple[bytes, bytes]] = ()
    ) -> None:
        self.status_code = status_code
        self.body = body
        self.background = None
        self.raw_headers = [
            (b"content-length", b"%d" % len(body)),
            (b"content-type", b"application/json"),
            *more,
        ]


@dataclass(frozen=True, slots=True)
class EndpointInput:
    """What an endpoint takes besides the request."""

    model: type[BaseModel]
    is_query: bool
    is_required: bool

    @classmethod
    def from_endpoint(cls, endpoint: Callable[..., Any]) -> "EndpointInput | None":
        parameters = list(signature(endpoint, eval_str=True).parameters.values())[1:]
        if not parameters:
            return None
        (parameter,) = parameters
        annotation, is_query = parameter.annotation, False
        if get_origin(annotation) is Annotated:
            annotation, is_query = get_args(annotation)[0], True
        models = [one for one in get_args(annotation) if one is not NoneType]
        (model,) = models or [annotation]
        return cls(model, is_query, parameter.default is Parameter.empty)


class PlainRoute(DescribedRoute):
    """`Router(route_class=PlainRoute)`: the endpoint takes the request, and when it has a second
    parameter the model of the body (`Model | None = None` where there may be none), or of the query
    (`Annotated[Model, Query()]`), and returns the response.

    FastAPI's dependencies, validation and serialization cost two to three times the work of such a
    call. `response_model`, `responses` and `openapi_extra` only describe it.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        self.app = request_response(self.answer_request)

    @cached_property
    def endpoint_input(self) -> EndpointInput | None:
        return EndpointInput.from_endpoint(self.endpoint)

    def prepare_validator(self) -> None:
        """Read the signature and build the validator, which else the first call would do."""
        if self.endpoint_input is not None:
            self.endpoint_input.model.model_rebuild()

    async def answer_request(self, request: Request) -> Response:
        response: Response
        if self.endpoint_input is None:
            response = await self.endpoint(request)
        elif self.endpoint_input.is_query:
            response = await self.endpoint(request, _read_query(request, self.endpoint_input.model))
        else:
            data = None
            if self.endpoint_input.is_required or await request.body():
                data = await _read_body(request, self.endpoint_input.model)
            response = await self.endpoint(request, data)
        return response


async def prepare_plain_routes(table: RouteTable) -> None:
    """Load and prepare one router after the other while the process already answers, so that the most
    frequent calls of a fresh process wait for nothing."""
    for router in table.list_unloaded_routers():
        if router.is_plain:
            await table.load_router(router)
    for route in [*table.routes]:
        if isinstance(route, PlainRoute):
            route.prepare_validator()
            await asyncio.sleep(0)


def _read_query(request: Request, query: type[Model]) -> Model:
    """Validate the query, with the errors of every other route. A repeated name is a list where the field
    takes one, and otherwise its last value counts."""
    given = request.query_params
    values: dict[str, Any] = {}
    for name, field in query.model_fields.items():
        named = field.alias or name
        if named in given:
            several = get_origin(field.annotation) is list
            values[named] = given.getlist(named) if several else given[named]
    try:
        return query.model_validate(values)
    except ValidationError as error:
        raise _build_request_error("query", error) from None


async def _read_body(request: Request, body: type[Model]) -> Model:
    """Validate the body, with the errors of every other route. Only a JSON media type counts: a page of
    another origin may send text without a preflight request, but not JSON."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    content = await request.body()
    if not JSON_TYPE.fullmatch(media_type):
        content = b"null"
    try:
        return body.model_validate_json(content)
    except ValidationError as error:
        raise _build_request_error("body", error) from None


def _build_request_error(place: str, error: ValidationError) -> RequestValidationError:
    return RequestValidationError([{**one, "loc": (place, *one["loc"])} for one in error.errors()])


class HotPaths:
    """Answers plain routes before the application's own middleware, which would take longer than the call
    itself. All other requests go on to the application."""

    def __init__(self, app: FastAPI, table: RouteTable) -> None:
        self.app = app
        self._table = table

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = self._table.find(scope) if scope["type"] == "http" else None
        route, added = found or (None, {})
        if not isinstance(route, PlainRoute) or scope["method"] not in (route.methods or ()):
            if not isinstance(route, UnloadedRoute):
                scope[FOUND] = found
            await self.app(scope, receive, send)
            return
        scope["app"] = self.app
        scope.update(added)
        request = PlainRequest(scope, receive)
        try:
            response = await route.answer_request(request)
        except Exception as error:  # noqa: BLE001  rendered by the application's own handlers
            response = await self._render_error(request, error)
        await response(scope, receive, send)

    async def _render_error(self, request: Request, error: Exception) -> Response:
        handlers = self.app.exception_handlers
        kind = next(kind for kind in type(error).__mro__ if kind in handlers)
        rendered: Response = await handlers[kind](request, error)  # type: ignore[misc]
        return rendered
