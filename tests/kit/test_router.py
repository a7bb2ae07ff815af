"""Routes that are made when they are first asked for."""

from io import StringIO

import httpx
import pytest
from fastapi import FastAPI
from fastapi.exceptions import FastAPIError

from gatehouse.app import build_app
from gatehouse.kit.resources import Resources
from gatehouse.kit.router import MADE, LateRoute, Router
from gatehouse.kit.schemas import Wire
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


def late_route(app: FastAPI) -> LateRoute:
    [route] = [route for route in app.routes if isinstance(route, LateRoute)]
    return route


def test_every_route_can_be_made():
    app = build_app(load_settings(), Resources())
    late = [route for route in app.routes if isinstance(route, LateRoute)]
    assert len(late) > 500
    for route in late:
        assert not [name for name in MADE if not hasattr(route, name)], route.path
        if route.body_field is not None:
            route.body_field.validate({})


def test_a_route_is_found_before_it_is_made(app):
    route = late_route(app)
    scope = {"type": "http", "method": "POST", "path": "/words/2"}
    _, found = route.matches(scope)
    assert found["path_params"] == {"number": "2"}
    assert "dependant" not in vars(route)


async def test_the_first_call_is_answered_as_the_next(app):
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://test"
    ) as client:
        for _ in range(2):
            answer = await client.post("/words/2", json={"wantedWord": "ho"})
            assert answer.status_code == 201
            assert answer.json() == {"wantedWord": "hoho"}
        assert (await client.get("/words/2")).status_code == 405


def test_what_a_route_was_given_stays(app):
    route = late_route(app)
    route.unique_id = "say_it"
    assert route.description == "Says it."
    assert route.unique_id == "say_it"


def test_one_that_cannot_be_made_says_why_each_time():
    router = Router()

    @router.get("/")
    async def broken(what: StringIO) -> None: ...

    [route] = router.routes
    for _ in range(2):
        with pytest.raises(FastAPIError, match="Invalid args"):
            hasattr(route, "app")


def test_what_no_route_has_is_missing(app):
    assert not hasattr(late_route(app), "reads_headers")
