"""Where areas declare their routes: `router = Router(prefix="/…", tags=["…"])`."""

import json
import warnings
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar, cast

from fastapi import APIRouter
from fastapi.routing import APIRoute
from pydantic.warnings import UnsupportedFieldAttributeWarning
from pydantic_core import from_json
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

# FastAPI gives each body the name of its parameter, and pydantic warns of that where it builds the validator
# at its first use, as for `Wire`. FastAPI hides the warning only where a validator is built at once.
warnings.filterwarnings("ignore", category=UnsupportedFieldAttributeWarning)


BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class JsonRequest(Request):
    async def json(self) -> Any:
        """The parser that pydantic uses, which refuses 200 levels of nesting, half a surrogate pair and NaN.
        Python's goes on to the end of its stack, where whatever else happens to run there fails."""
        try:
            body = (await self.body()).removeprefix(BYTE_ORDER_MARK)
            return from_json(body, allow_inf_nan=False)
        except ValueError as error:
            raise json.JSONDecodeError(str(error), "", 0) from None


class JsonRoute(APIRoute):
    """A route whose body `JsonRequest` parses."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        if self.body_field is None:
            return handle

        async def parse(request: Request) -> Response:
            return await handle(JsonRequest(request.scope, request.receive))

        return parse


class DescribedRoute(Route):
    """A Starlette route with what FastAPI makes of it: its handler, and its part of the API description.

    FastAPI reads every signature and builds all validators where a route is declared. That took a third of a
    start and 26 MB, and most of a thousand routes are never called in one process. So an `APIRoute` is built
    when it is first needed, which takes one to three milliseconds. `tests/kit/test_router.py` builds all.
    """

    api_route_class: ClassVar[type[APIRoute]] = JsonRoute

    def __init__(
        self,
        path: str,
        endpoint: Callable[..., Any],
        *,
        name: str | None = None,
        methods: Sequence[str] | None = None,
        include_in_schema: bool = True,
        **options: Any,
    ) -> None:
        super().__init__(path, endpoint, name=name, include_in_schema=include_in_schema)
        # Starlette would add HEAD to GET. Here the edge answers HEAD.
        self.methods = {method.upper() for method in methods or ["GET"]}
        self._options = options
        # What a refusal looks at: a browser gets a page where it would be redirected.
        self.response_class = options.get("response_class")

    @cached_property
    def api_route(self) -> APIRoute:
        return self.api_route_class(
            self.path,
            self.endpoint,
            name=self.name,
            methods=self.methods,
            include_in_schema=self.include_in_schema,
            **self._options,
        )


class LazyRoute(DescribedRoute):
    """A route that FastAPI answers."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.api_route.handle(scope, receive, send)


class Router(APIRouter):
    """FastAPI's router, with routes that are built when they are first needed."""

    def __init__(self, *, route_class: type[DescribedRoute] = LazyRoute, **options: Any) -> None:
        # FastAPI only calls the class, with what an `APIRoute` takes.
        super().__init__(route_class=cast("type[APIRoute]", route_class), **options)


def without_nulls(model: Any) -> dict[str, Any]:
    """Options of a route whose response leaves out the values that are null."""
    return {"response_model": model, "response_model_exclude_none": True}


def api_routes(routes: Iterable[BaseRoute]) -> Iterator[APIRoute]:
    """What FastAPI knows of these routes; the others it does not describe."""
    for route in routes:
        if isinstance(route, DescribedRoute):
            yield route.api_route
        elif isinstance(route, APIRoute):
            yield route
