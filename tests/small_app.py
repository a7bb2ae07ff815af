"""A few routes behind the real edge, error handlers and database."""

from collections.abc import Awaitable, Callable
from typing import Any

import httpx
from fastapi import APIRouter, FastAPI
from starlette.types import ASGIApp

from gatehouse.kit.edge import Edge
from gatehouse.kit.errors import install_error_handlers
from gatehouse.kit.resources import Resources
from gatehouse.settings import Settings

Wrap = Callable[[ASGIApp], ASGIApp]


def browse(
    router: APIRouter,
    settings: Settings,
    resources: Resources | None = None,
    *,
    ip: str = "127.0.0.1",
    wrap: Wrap = lambda app: app,
) -> httpx.AsyncClient:
    """A browser of an application with these routes; `wrap` sees what leaves the application."""
    app = FastAPI(openapi_url=None, redirect_slashes=False)
    app.state.resources = resources or Resources()
    install_error_handlers(app)
    app.include_router(router)
    edge: Any = Edge(wrap(app), settings)
    transport = httpx.ASGITransport(edge, raise_app_exceptions=False, client=(ip, 1))
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
