"""Fewer seats, while others claim: what is paid and what may be claimed agree in the end, whatever fails on
the way (cases 20, 23, 24, 43)."""

import asyncio
import threading
from datetime import timedelta

import pytest

from gatehouse.kit import clock
from gatehouse.licensing.purchases.jobs import reconcile_purchases
from tests.licensing.provider import Purchase
from tests.licensing.scripted import Answer, refusal


@pytest.fixture(autouse=True)
async def nobody_else(db):
    await db.connection.execute("update licenses set held_until = null, held_seats = null")
    await db.connection.execute("update organizations set checkout_at = null")
    await db.connection.execute("delete from pgqueuer")


@pytest.fixture
async def purchase(shop, report, provider_api) -> Purchase:
    made = Purchase(shop.customer_id, seats=6, custom_data={"overwrite": shop.fingerprint},
                    start=clock.now() - timedelta(days=2))  # fmt: skip
    await report(*made.sequence())
    provider_api.entities[f"/subscriptions/{made.subscription_id}"] = made.subscription(made.start)
    return made


class Provider:
    """Answers a change when the test says so."""

    def __init__(self, scripted, purchase: Purchase) -> None:
        self.asked, self.go_on = threading.Event(), threading.Event()
        self.answer: Answer | bytes = b"<html>"
        self.scripted = scripted
        self.path = f"/subscriptions/{purchase.subscription_id}"
        scripted.override = self._override

    def _override(self, method, path):
        if (method, path) != ("PATCH", self.path):
            return None
        self.asked.set()
        # Let others be answered meanwhile.
        self.scripted._lock.release()
        try:
            assert self.go_on.wait(20)
        finally:
            self.scripted._lock.acquire()
        return self.answer


async def reduce(shop, seats: int):
    path = f"/api/v1/licenses/{shop.fingerprint}"
    return await shop.admin.browser.patch(path, json={"maxSeats": seats})


def fewer(purchase: Purchase, seconds: float, seats: int):
    items = [{"price": purchase.price, "quantity": seats}]
    return purchase.changed(seconds, items=items)


async def claims(tool, count: int) -> int:
    """How many of so many get a seat."""
    answers = [await tool.claim(f"person-{n}") for n in range(count)]
    return sum(answer.status_code in (200, 201) for answer in answers)


async def test_seats_being_reduced_cannot_be_claimed_meanwhile(shop, tool, purchase, provider_api):
    provider = Provider(provider_api, purchase)
    changing = asyncio.create_task(reduce(shop, 2))
    await asyncio.to_thread(provider.asked.wait, 20)
    assert await claims(tool, 5) == 2
    # What is paid is still what is shown.
    assert (await shop.licenses())[0]["maxSeats"] == 6
    later = fewer(purchase, 3 * 86_400, 2)["data"]
    provider.answer = (200, {"data": later, "meta": {"request_id": "x"}})
    provider.go_on.set()
    assert (await changing).json()["maxSeats"] == 2
    assert await claims(tool, 5) == 2


async def test_a_refusal_lets_the_seats_go_at_once(shop, tool, purchase, provider_api):
    provider = Provider(provider_api, purchase)
    provider.answer = refusal(400, "subscription_payment_declined", "no")
    provider.go_on.set()
    assert (await reduce(shop, 2)).status_code == 409
    assert await claims(tool, 8) == 6


async def test_a_lost_answer_never_overwrites_the_newer_fact(
    shop, tool, purchase, provider_api, report, context, run_jobs
):
    """The provider did it, its webhook has come, and then our call fails."""
    provider = Provider(provider_api, purchase)
    changing = asyncio.create_task(reduce(shop, 2))
    await asyncio.to_thread(provider.asked.wait, 20)
    done = fewer(purchase, 2.5 * 86_400, 2)
    provider_api.entities[provider.path] = done["data"]
    await report(done)
    provider.go_on.set()
    assert (await changing).status_code == 503
    assert (await shop.licenses())[0]["maxSeats"] == 2
    clock.advance_clock(timedelta(minutes=3))
    await reconcile_purchases(context)
    await run_jobs()
    assert (await shop.licenses())[0]["maxSeats"] == 2
    assert await claims(tool, 8) == 2


async def test_a_lost_answer_of_what_was_not_done_heals(
    shop, tool, purchase, provider_api, context, run_jobs
):
    """A crash between the hold and the answer looks the same: the hold is not released."""
    provider = Provider(provider_api, purchase)
    provider.go_on.set()
    assert (await reduce(shop, 2)).status_code == 503
    assert (await shop.licenses())[0]["maxSeats"] == 6
    # Whether it was done is not known, so no more than two may be claimed.
    assert await claims(tool, 8) == 2
    provider_api.override = lambda method, path: None
    clock.advance_clock(timedelta(minutes=3))
    await reconcile_purchases(context)
    await run_jobs()
    assert await claims(tool, 8) == 6


async def test_a_second_reduction_waits_for_the_first(shop, tool, purchase, provider_api):
    """Two administrators; the one in the middle fails, and all six seats are there again."""
    provider = Provider(provider_api, purchase)
    provider.answer = refusal(400, "subscription_payment_declined", "no")
    changing = asyncio.create_task(reduce(shop, 4))
    await asyncio.to_thread(provider.asked.wait, 20)
    second = await reduce(shop, 2)
    assert (second.status_code, second.headers["error-code"]) == (409, "changes.under_way")
    provider.go_on.set()
    assert (await changing).status_code == 409
    assert (await shop.licenses())[0]["maxSeats"] == 6
    assert await claims(tool, 8) == 6


async def test_of_two_changes_at_once_the_second_decides_by_what_the_first_has_done(
    shop, purchase, provider_api
):
    """Two administrators with other wishes: what the second one was shown is not what it would cost."""
    provider = Provider(provider_api, purchase)
    more = purchase.changed(3 * 86_400, items=[{"price": purchase.price, "quantity": 8}])
    provider.answer = (200, {"data": more["data"], "meta": {"request_id": "x"}})
    changing = asyncio.create_task(reduce(shop, 8))
    await asyncio.to_thread(provider.asked.wait, 20)
    second = await reduce(shop, 10)
    assert (second.status_code, second.headers["error-code"]) == (409, "changes.under_way")
    provider.go_on.set()
    assert (await changing).json()["maxSeats"] == 8
    assert [sent[1]["items"][0]["quantity"] for sent in provider_api.sent] == [8]
    # Afterwards it is their turn.
    provider_api.entities[provider.path] = more["data"]
    assert (await reduce(shop, 8)).status_code == 200


async def test_a_reduction_that_never_reached_the_provider_blocks_no_claims(
    shop, purchase, provider_api
):
    path = f"/api/v1/licenses/{shop.fingerprint}"
    for body in ({"maxSeats": 8, "quote": "0" * 32}, {"priceId": f"pri_{'0' * 26}"}):
        provider_api.override = lambda method, path: (
            refusal(404, "not_found", "no") if path.endswith("/preview") else None
        )
        assert (await shop.admin.browser.patch(path, json=body)).status_code in (400, 404, 409, 503)
    provider_api.override = lambda method, path: None
    assert (await reduce(shop, 6)).status_code == 200
