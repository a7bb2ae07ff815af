"""Routes for the few hottest paths: a bare Starlette endpoint that is documented like all others."""

from collections.abc import Callable, Iterable
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import request_response
from starlette.types import Receive, Scope, Send


class Json(Response):
    """JSON that is ready to send."""

    def __init__(self, body: bytes, status_code: int = 200) -> None:
        self.status_code = status_code
        self.body = body
        self.background = None
        self.raw_headers = [
            (b"content-length", b"%d" % len(body)),
            (b"content-type", b"application/json"),
        ]


class PlainRoute(APIRoute):
    """`APIRouter(route_class=PlainRoute)`: the endpoint takes the request and gives the response.

    FastAPI's dependencies, validation and serialization cost two to three times the work of such a
    call. `response_model`, `responses` and `openapi_extra` only document it.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, endpoint, **options)
        self._plain = request_response(endpoint)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] in (self.methods or ()):
            await self._plain(scope, receive, send)
        else:
            await super().handle(scope, receive, send)


class HotPaths:
    """Finds a plain route by its exact path before the application's own routing and middleware,
    which would cost more than the call itself. Everything else goes on to the application."""

    def __init__(self, app: FastAPI, routers: Iterable[APIRouter]) -> None:
        self.app = app
        self._routes = {
            (method, route.path): route
            for router in routers
            for route in router.routes
            if isinstance(route, PlainRoute) and not route.param_convertors
            for method in route.methods or ()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        route = (
            self._routes.get((scope["method"], scope["path"])) if scope["type"] == "http" else None
        )
        if route is None:
            await self.app(scope, receive, send)
            return
        scope["app"], scope["route"] = self.app, route
        request = Request(scope, receive)
        try:
            response = await route.endpoint(request)
        except Exception as error:  # noqa: BLE001  rendered by the application's own handlers
            response = await self._render(request, error)
        await response(scope, receive, send)

    async def _render(self, request: Request, error: Exception) -> Response:
        handlers = self.app.exception_handlers
        kind = next(kind for kind in type(error).__mro__ if kind in handlers)
        rendered: Response = await handlers[kind](request, error)  # type: ignore[misc]
        return rendered
