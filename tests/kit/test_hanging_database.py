"""A database that hangs is not a server that hangs."""

import asyncio
from time import monotonic

import httpx
import pytest

from gatehouse.app import build_app, build_request_pipeline
from gatehouse.commands.runtime import open_resources
from gatehouse.kit.db import Database
from tests.proxy import silent_proxy

ME = "/identity/resources/users/v2/me"
LOGIN = "/identity/resources/auth/v1/user"
PROFILE = "/identity/resources/users/v2/me"
READY_WITHIN = 1.0
REFUSED_WITHIN = 6.0  # five, and what a busy machine takes


async def _timed(answer) -> tuple[httpx.Response, float]:
    began = monotonic()
    return await answer, monotonic() - began


async def test_every_call_is_refused_in_time_while_the_database_is_silent_and_works_again_after(
    settings, database_url, world
):
    person = await world.person("Admin")
    settings = settings.model_copy(update={"database_patience_seconds": 5})
    bearer = {"authorization": person.browser.headers["authorization"]}
    async with (
        silent_proxy(database_url) as (proxy, url),
        open_resources(settings, url, 4) as resources,
    ):
        app = build_request_pipeline(build_app(settings, resources), settings)
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=settings.public_url) as http:
            assert (await http.get(ME, headers=bearer)).status_code == 200
            proxy.silence()
            wrong = {"email": person.email, "password": "not the password"}
            answers = await asyncio.gather(
                _timed(http.get("/readyz")),
                *(_timed(http.get(ME, headers=bearer)) for _ in range(6)),
                *(
                    _timed(http.put(PROFILE, headers=bearer, json={"name": "New"}))
                    for _ in range(6)
                ),
                *(_timed(http.post(LOGIN, json=wrong)) for _ in range(3)),
            )
            ready, *others = answers
            assert ready[0].status_code == 503
            assert ready[1] < READY_WITHIN + 0.5
            for answer, seconds in others:
                assert answer.status_code == 503, answer.text
                assert answer.json()["errors"]
                assert seconds < REFUSED_WITHIN
            proxy.speak()
            # Connections that fell silent were cut off; new ones are made at need.
            assert (await http.get(ME, headers=bearer)).status_code == 200
            assert (await http.get("/readyz")).status_code == 200


async def test_a_silent_address_ends_the_start(database_url):
    async with silent_proxy(database_url) as (proxy, url):
        proxy.silence()
        began = monotonic()
        with pytest.raises(TimeoutError):
            await Database.connect(url, connections=2)
        assert monotonic() - began < 15
