"""Plain routes answer before the framework, with and without parameters; whatever else goes on to it."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request, Response

from gatehouse.kit.errors import NotFound, install_error_handlers
from gatehouse.kit.plain_route import HotPaths, Json, PlainRoute
from gatehouse.kit.route_table import Dispatch
from gatehouse.kit.router import Router

hot = Router(route_class=PlainRoute)
router = Router()


@hot.post("/seats/{seat_id}/beat")
async def beat(request: Request) -> Response:
    if request.path_params["seat_id"] == "gone":
        raise NotFound("The seat is gone")
    return Json(request.path_params["seat_id"].encode())


@hot.get("/seats")
async def seats(request: Request) -> Response:
    return Json(b"all")


@hot.post("/echo")
async def echo(request: Request) -> Response:
    assert await request.body() == await request.body()
    return Response(await request.body())


@router.get("/seats/{seat_id}")
async def seat(seat_id: str) -> str:
    return f"one {seat_id}"


class Framework(FastAPI):
    """Notes what reaches it."""

    reached: list[str]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.reached.append(scope["path"])
        await super().__call__(scope, receive, send)


@pytest.fixture
def framework() -> Framework:
    app = Framework(openapi_url=None, redirect_slashes=False)
    app.reached = []
    install_error_handlers(app)
    app.router.routes += [*hot.routes, *router.routes]
    app.router.middleware_stack = Dispatch(app.router)
    return app


@pytest.fixture
def browser(framework) -> httpx.AsyncClient:
    app: Any = HotPaths(framework, framework.router.middleware_stack.table)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test")


@pytest.mark.parametrize(
    ("method", "path", "status", "text", "is_hot"),
    [
        ("GET", "/seats", 200, "all", True),
        ("POST", "/seats/s1/beat", 200, "s1", True),
        ("POST", "/seats/gone/beat", 404, "The seat is gone", True),
        ("GET", "/seats/s1/beat", 405, "", False),
        ("GET", "/seats/s1", 200, '"one s1"', False),
        ("GET", "/nowhere", 404, "", False),
    ],
)
async def test_hot_routes_are_answered_by_the_fast_path(
    browser, framework, method, path, status, text, is_hot
):
    answer = await browser.request(method, path)
    assert (answer.status_code, framework.reached) == (status, [] if is_hot else [path])
    assert text in answer.text


@pytest.mark.parametrize("pieces", [[], [b""], [b"one"], [b"one ", b"", b"two"]])
async def test_a_body_is_read_whole(browser, pieces):
    async def sent() -> AsyncIterator[bytes]:
        for piece in pieces:
            yield piece

    assert (await browser.post("/echo", content=sent())).content == b"".join(pieces)


async def test_an_incomplete_body_is_not_read(framework):
    scope = {"type": "http", "method": "POST", "path": "/echo", "headers": [], "query_string": b""}
    heard = [
        {"type": "http.request", "body": b"one", "more_body": True},
        {"type": "http.disconnect"},
    ]
    told: list[Any] = []

    async def receive() -> Any:
        return heard.pop(0)

    async def send(message: Any) -> None:
        told.append(message)

    await HotPaths(framework, framework.router.middleware_stack.table)(scope, receive, send)
    assert told[0]["status"] >= 400
