"""Rate limits count by name and key, say when to come again, and are generous in the demo."""

import time

import pytest

from gatehouse.commands.runtime import rate_limiter
from gatehouse.kit.attempt_counter import ProcessStorage
from gatehouse.kit.rate_limit import DEMO_FACTOR, RateLimit, RateLimited, RateLimiter

LIMIT = RateLimit("tests", 3, 2)


async def refused_after(limiter: RateLimiter, limit: RateLimit, key: str, most: int) -> int:
    for count in range(most):
        try:
            await limiter.hit(limit, key)
        except RateLimited:
            return count
    return most


async def test_one_too_many_is_refused_for_this_key_and_name_only(settings):
    limiter = RateLimiter()
    assert await refused_after(limiter, LIMIT, "somebody", 10) == 3
    assert await refused_after(limiter, LIMIT, "somebody", 10) == 0
    assert await refused_after(limiter, LIMIT, "another", 10) == 3
    assert await refused_after(limiter, RateLimit("other", 3, 2), "somebody", 10) == 3


async def test_the_refusal_says_when_to_come_again(settings):
    limiter = RateLimiter()
    await refused_after(limiter, LIMIT, "somebody", 10)
    with pytest.raises(RateLimited) as refusal:
        await limiter.hit(LIMIT, "somebody")
    assert (refusal.value.status, refusal.value.code) == (429, "rate.limited")
    assert 1 <= int(refusal.value.headers["retry-after"]) <= 120


@pytest.fixture
def set_time(monkeypatch):
    def set_to(seconds: float) -> None:
        monkeypatch.setattr(time, "time", lambda: seconds)
        monkeypatch.setattr("gatehouse.kit.attempt_counter.time", lambda: seconds)

    return set_to


async def test_the_start_of_a_window_lets_no_attempt_too_many_pass(set_time):
    storage = ProcessStorage()

    async def count_passed(attempts: int) -> int:
        return sum(
            [await storage.acquire_sliding_window_entry("a", 30, 60) for _ in range(attempts)]
        )

    set_time(6000 - 1)
    assert await count_passed(31) == 30
    set_time(6000 + 1)
    assert await count_passed(31) == 0
    set_time(6000 + 30)
    assert await count_passed(31) == 15


async def test_memory_keeps_no_key_that_has_expired(set_time):
    storage = ProcessStorage()
    set_time(6000)
    for key in range(100):
        assert await storage.acquire_sliding_window_entry(str(key), 1, 60)
    set_time(6000 + 121)
    assert await storage.acquire_sliding_window_entry("last", 1, 60)
    assert [key.split("/")[0] for key in storage.storage] == ["last"]
    assert list(storage.expirations) == list(storage.storage)


@pytest.mark.parametrize(
    ("env", "factor"), [("demo", DEMO_FACTOR), ("production", 1), ("development", 1)]
)
async def test_only_the_demo_is_generous(settings, env, factor):
    limiter = rate_limiter(settings.model_copy(update={"env": env}))
    assert await refused_after(limiter, LIMIT, "somebody", 1000) == 3 * factor


async def test_without_its_shared_store_a_process_counts_alone(settings):
    nobody_listens = settings.model_copy(update={"redis_url": "redis://127.0.0.1:1/0"})
    limiter = rate_limiter(nobody_listens)
    assert await refused_after(limiter, LIMIT, "somebody", 10) == 3
    assert await refused_after(limiter, LIMIT, "another", 10) == 3


async def test_a_call_over_its_limit_is_refused_with_the_time_to_wait(client, asgi, world):
    """Through the door: the limit of sign-in by address, which no password of theirs helps against."""
    answers = [
        await client.post(
            "/identity/resources/auth/v1/user",
            json={"email": "nobody-in-a-hurry@example.test", "password": "x"},
        )
        for _ in range(31)
    ]
    last = answers[-1]
    assert (last.status_code, last.json()["errorCode"]) == (429, "rate.limited")
    assert int(last.headers["retry-after"]) > 0
    assert all(answer.status_code != 429 for answer in answers[:-1])
