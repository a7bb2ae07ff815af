"""Routes that are built when they are first needed."""

from io import StringIO

import httpx
import pytest
from fastapi import FastAPI
from fastapi.exceptions import FastAPIError

from gatehouse.app import build_app
from gatehouse.kit.plain_route import PlainRoute
from gatehouse.kit.resources import Resources
from gatehouse.kit.router import DescribedRoute, LazyRoute, Router, api_routes
from gatehouse.kit.schemas import Wire
from gatehouse.pages.api_description import describe_api
from gatehouse.settings import load_settings


class Word(Wire):
    wanted_word: str


@pytest.fixture
def app() -> FastAPI:
    app = FastAPI()
    router = Router(prefix="/words")

    @router.post("/{number}", status_code=201)
    async def say(number: int, data: Word) -> Word:
        """Says it."""
        return Word(wanted_word=data.wanted_word * number)

    app.router.routes += router.routes
    return app


def lazy_route(app: FastAPI) -> LazyRoute:
    [route] = [route for route in app.routes if isinstance(route, LazyRoute)]
    return route


def test_every_route_can_be_built():
    app = build_app(load_settings(), Resources(), is_loaded=True)
    lazy = [route for route in app.routes if isinstance(route, DescribedRoute)]
    assert len(lazy) > 500
    for route in lazy:
        if (body := route.api_route.body_field) is not None:
            body.validate({})
        if isinstance(route, PlainRoute):
            route.prepare_validator()


def test_a_route_is_found_before_it_is_built(app):
    route = lazy_route(app)
    scope = {"type": "http", "method": "POST", "path": "/words/2"}
    _, found = route.matches(scope)
    assert found["path_params"] == {"number": "2"}
    assert "api_route" not in vars(route)


async def test_the_first_call_is_answered_as_the_next(app):
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://test"
    ) as client:
        for _ in range(2):
            answer = await client.post("/words/2", json={"wantedWord": "ho"})
            assert answer.status_code == 201
            assert answer.json() == {"wantedWord": "hoho"}
        assert (await client.get("/words/2")).status_code == 405


def test_the_description_names_an_operation_by_its_function(app):
    operation = describe_api(app)["paths"]["/words/{number}"]["post"]
    assert (operation["operationId"], operation["description"]) == ("say", "Says it.")
    assert set(operation["responses"]) == {"201", "4XX"}


def test_a_route_that_cannot_be_built_raises_the_reason_each_time():
    router = Router()

    @router.get("/")
    async def broken(what: StringIO) -> None: ...

    for _ in range(2):
        with pytest.raises(FastAPIError, match="Invalid args"):
            list(api_routes(router.routes))
