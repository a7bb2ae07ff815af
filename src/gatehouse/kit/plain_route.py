"""Routes for the few hottest paths: a bare Starlette endpoint that is documented like all others."""

import asyncio
import re
from collections.abc import Callable, Iterable
from functools import cached_property
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, request_response
from starlette.types import Receive, Scope, Send

from gatehouse.kit.headers import PlainRequest
from gatehouse.kit.route_table import FOUND, RouteTable
from gatehouse.kit.router import LateRoute

Model = TypeVar("Model", bound=BaseModel)
JSON_TYPE = re.compile(r"application/(.+\+)?json")


class Json(Response):
    """JSON that is ready to send; `more` are headers, their names in lower case."""

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


class PlainRoute(LateRoute):
    """`Router(route_class=PlainRoute)`: the endpoint takes the request, and when it has a second
    parameter the model of the body (`Model | None = None` where there may be none), or of the query
    (`Annotated[Model, Query()]`), and gives the response.

    FastAPI's dependencies, validation and serialization cost two to three times the work of such a
    call. `response_model`, `responses` and `openapi_extra` only document it.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        self._plain = request_response(self.answer)

    @cached_property
    def _body(self) -> Any:
        named = self.body_field.field_info.annotation if self.body_field else None
        return next((one for one in get_args(named) if one is not NoneType), named)

    @cached_property
    def _is_needed(self) -> bool:
        return self.body_field is None or self.body_field.field_info.is_required()

    @cached_property
    def _query(self) -> Any:
        queried = self.dependant.query_params
        return queried[0].field_info.annotation if queried else None

    async def answer(self, request: Request) -> Response:
        response: Response
        if self._query is not None:
            response = await self.endpoint(request, _asked(request, self._query))
        elif self._body is None:
            response = await self.endpoint(request)
        else:
            given = None
            if self._is_needed or await request.body():
                given = await _read(request, self._body)
            response = await self.endpoint(request, given)
        return response

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] in (self.methods or ()):
            await self._plain(scope, receive, send)
        else:
            await super().handle(scope, receive, send)


async def make_plain_routes(routes: Iterable[BaseRoute]) -> None:
    """One after the other, between what else the process does: the most frequent calls of a fresh one wait
    for nothing, and the first call of all does not wait for what the framework loads with its first model."""
    for route in routes:
        if isinstance(route, PlainRoute):
            route.make()
            await asyncio.sleep(0)


def _asked(request: Request, query: type[Model]) -> Model:
    """The query, refused as in every other route. A name that comes again is a list where one is taken,
    and else its last value counts."""
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
        raise _refused("query", error) from None


async def _read(request: Request, body: type[Model]) -> Model:
    """The body, refused as in every other route. A page of another origin may send text, but not JSON,
    without being asked first whether it may."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    content = await request.body()
    if not JSON_TYPE.fullmatch(media_type):
        content = b"null"
    try:
        return body.model_validate_json(content)
    except ValidationError as error:
        raise _refused("body", error) from None


def _refused(place: str, error: ValidationError) -> RequestValidationError:
    return RequestValidationError([{**one, "loc": (place, *one["loc"])} for one in error.errors()])


class HotPaths:
    """Answers plain routes before the application's own middleware, which would cost more than the call
    itself. Everything else goes on to the application."""

    def __init__(self, app: FastAPI, table: RouteTable) -> None:
        self.app = app
        self._table = table

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = self._table.find(scope) if scope["type"] == "http" else None
        route, added = found or (None, {})
        if not isinstance(route, PlainRoute) or scope["method"] not in (route.methods or ()):
            scope[FOUND] = found
            await self.app(scope, receive, send)
            return
        scope["app"] = self.app
        scope.update(added)
        request = PlainRequest(scope, receive)
        try:
            response = await route.answer(request)
        except Exception as error:  # noqa: BLE001  rendered by the application's own handlers
            response = await self._render(request, error)
        await response(scope, receive, send)

    async def _render(self, request: Request, error: Exception) -> Response:
        handlers = self.app.exception_handlers
        kind = next(kind for kind in type(error).__mro__ if kind in handlers)
        rendered: Response = await handlers[kind](request, error)  # type: ignore[misc]
        return rendered
