"""A few routes behind the real edge, error handlers and database."""

from collections.abc import Awaitable, Callable
from typing import Any

import httpx
from fastapi import APIRouter, FastAPI
from starlette.types import ASGIApp

from gatehouse.app import wrap_in_middleware
from gatehouse.kit.error_formats import ErrorFormat, set_error_format
from gatehouse.kit.errors import install_error_handlers
from gatehouse.kit.resources import Resources
from gatehouse.kit.route_table import Dispatch
from gatehouse.settings import Settings

Wrap = Callable[[ASGIApp], ASGIApp]


def behind_the_edge(
    router: APIRouter,
    settings: Settings,
    resources: Resources | None = None,
    *,
    wrap: Wrap = lambda app: app,
    shape: ErrorFormat | None = None,
) -> ASGIApp:
    """An application with these routes; `wrap` sees what leaves it. Below `/api/v1` refusals are plain
    text, unless the routes have a `shape` of their own."""
    app = FastAPI(openapi_url=None, redirect_slashes=False)
    app.state.resources = resources or Resources()
    install_error_handlers(app)
    for route in router.routes:
        if shape is not None:
            set_error_format(shape, route)
        app.router.routes.append(route)
    app.router.middleware_stack = Dispatch(app.router)
    return wrap_in_middleware(wrap(app), settings)


def browse(
    router: APIRouter,
    settings: Settings,
    resources: Resources | None = None,
    *,
    ip: str = "127.0.0.1",
    wrap: Wrap = lambda app: app,
    shape: ErrorFormat | None = None,
) -> httpx.AsyncClient:
    """A browser of that application."""
    app: Any = behind_the_edge(router, settings, resources, wrap=wrap, shape=shape)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(ip, 1))
    return httpx.AsyncClient(transport=transport, base_url=settings.public_url)


def watch_start(seen: Callable[[], Awaitable[None]]) -> Wrap:
    """Calls `seen` at the moment when an answer starts to leave."""

    def wrap(app: ASGIApp) -> ASGIApp:
        async def watched(scope: Any, receive: Any, send: Any) -> None:
            async def sending(message: Any) -> None:
                if message["type"] == "http.response.start":
                    await seen()
                await send(message)

            await app(scope, receive, sending)

        return watched

    return wrap
