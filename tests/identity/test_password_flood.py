"""Passwords that were made to be slow to estimate hold up no other request."""

import asyncio
from statistics import median
from time import perf_counter, process_time

import pytest

from gatehouse.policies.password_rules.strength import ESTIMATE
from tests.identity.signup_steps import GOOD, SIGN_UP, form, new_address, stranger

# What an estimate may take is measured by what a hash takes.
pytestmark = pytest.mark.usefixtures("thorough_hashes")

SLOW = "4@8({[<369!1|0$5+7%2a4b8c(e3"
STRANGERS = 25


async def flood(asgi, password: str) -> list[int]:
    """Many strangers sign up at once."""

    async def one() -> int:
        async with stranger(asgi) as browser:
            answer = await browser.post(SIGN_UP, json=form(new_address(), password=password))
        return answer.status_code

    return await asyncio.gather(*[one() for _ in range(STRANGERS)])


async def waits(client, flooding: asyncio.Task[list[int]]) -> float:
    """What a probe usually waits while the flood lasts."""
    times = []
    while not flooding.done():
        started = perf_counter()
        assert (await client.get("/healthz")).status_code == 200
        await asyncio.sleep(0)  # the probe itself waits for nothing
        times.append(perf_counter() - started)
    return median(times)


async def test_slow_passwords_cost_the_server_no_more_than_others(asgi, client):
    await flood(asgi, GOOD)  # everything is loaded
    costs, waited = [], []
    for password in (GOOD, SLOW):
        before = process_time()
        flooding = asyncio.create_task(flood(asgi, password))
        waited.append(await waits(client, flooding))
        costs.append(process_time() - before)
        assert set(await flooding) <= {201, 429}
    assert costs[1] < 4 * costs[0]
    assert waited[1] < 10 * waited[0]


async def test_too_many_at_once_are_refused_and_the_rest_served(asgi):
    """More than may queue, at the same moment."""
    most = ESTIMATE.at_once + ESTIMATE.waiting

    async def one() -> tuple[int, str]:
        async with stranger(asgi) as browser:
            answer = await browser.post(SIGN_UP, json=form(new_address(), password=SLOW))
        return answer.status_code, answer.json().get("errorCode", "")

    answers = await asyncio.gather(*[one() for _ in range(3 * most)])
    assert set(answers) == {(201, ""), (429, "server.overloaded")}
    assert answers.count((201, "")) >= most
    assert await flood_of_one(asgi) == 201


async def flood_of_one(asgi) -> int:
    async with stranger(asgi) as browser:
        answer = await browser.post(SIGN_UP, json=form(new_address(), password=GOOD))
    return answer.status_code
