"""All orders of short lives of a subscription, each told twice and applied with a crash before: one end, with
the seats that are paid, and one change at the provider for each that was asked for (cases 1 to 7, 20, 24)."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from itertools import permutations
from typing import Any

import httpx
import pytest

from gatehouse.kit import clock
from gatehouse.licensing.purchases import service
from gatehouse.licensing.purchases.jobs import apply_payment_event, reconcile_purchases
from gatehouse.licensing.subscriptions import context
from tests.licensing.account import Account
from tests.licensing.provider import Event, Purchase, deliver
from tests.licensing.tool import API

BOUGHT, FEWER, WANTED = 3, 2, 1

# What happens at the provider, besides the purchase and its payment.
LIVES = {
    "renewal and fewer": ("renewal", "seats"),
    "pause and fewer": ("pause", "seats"),
    "end ahead and fewer": ("end", "seats"),
    "unpaid and paid": ("unpaid", "unpaid"),
    "renewal, unpaid and pause": ("renewal", "unpaid", "pause"),
}
# What becomes of a call of ours; the first three are told by the provider's news, too.
TOLD = ("answered", "unanswered", "crashed")
CALLS = (*TOLD, "overtaken", "refused", "unheard")


class Ended(Exception):
    """The process, between two steps."""


class Town:
    """Many subscriptions of one customer, each with a license of its own."""

    def __init__(self, shop, client, context, db, scripted, monkeypatch) -> None:
        self.shop, self.client, self.context, self.db = shop, client, context, db
        self.scripted, self.monkeypatch = scripted, monkeypatch
        self.accounts: dict[str, Account] = {}
        self.labels: dict[str, str] = {}
        scripted.override = self._answer
        self.asked, self.go_on = threading.Event(), threading.Event()

    def open(self, label: str) -> Account:
        start = clock.now() - timedelta(days=2)
        account = Account(self.scripted, Purchase(self.shop.customer_id, BOUGHT, start=start))
        account.news = [account.news[2], account.news[4]]
        self.accounts[account.path], self.labels[account.path] = account, label
        return account

    def _answer(self, method: str, path: str):
        account = self.accounts.get(path)
        if account is None:
            return None
        told = account.answer(method, path)
        if method == "PATCH" and account.call == "overtaken":
            self.asked.set()
            self.scripted._lock.release()  # others are answered meanwhile
            self.go_on.wait(20)
            self.scripted._lock.acquire()
        return told

    async def tell(self, one: Event) -> None:
        assert (await deliver(self.client, one)).status_code == 200
        await apply_payment_event(self.context, event_id=one["event_id"])

    async def tell_badly(self, one: Event) -> None:
        """Twice, and the process ends once just before it has kept what came of it."""
        assert (await deliver(self.client, one)).status_code == 200
        with self.monkeypatch.context() as patch, suppress(Ended):
            patch.setattr(service, "settle_fact", ending_after(service.settle_fact))
            await apply_payment_event(self.context, event_id=one["event_id"])
        await self.tell(one)
        await apply_payment_event(self.context, event_id=one["event_id"])

    async def ask(self, account: Account, how: str) -> int:
        """An administrator asks for fewer seats; the status of the answer."""
        account.call = how
        path = f"/api/v1/licenses/{await self.license_of(account)}"
        asking = self.shop.admin.browser.patch(path, json={"maxSeats": WANTED})
        if how == "overtaken":
            return await self._overtaken(account, asking)
        with self.monkeypatch.context() as patch:
            if how == "crashed":
                keep = "gatehouse.licensing.subscriptions.changes.apply_provider_answer"
                patch.setattr(keep, ending_after(context.apply_provider_answer))
            return status_of(await asking)

    async def _overtaken(self, account: Account, asking) -> int:
        """The news of a change is here before its answer; none, when it was never asked for."""
        self.asked.clear()
        self.go_on.clear()
        changing = asyncio.create_task(asking)
        waiting = asyncio.create_task(asyncio.to_thread(self.asked.wait, 20))
        await asyncio.wait({changing, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if not changing.done():
            await self.tell(account.news[-1])
        self.go_on.set()
        self.asked.set()
        await waiting
        return status_of(await changing)

    async def minutes_pass(self, run_jobs) -> None:
        """What was left is looked after; the queue itself was lost."""
        await self.db.connection.execute("delete from pgqueuer")
        await self.db.connection.execute("update organizations set provider_read_at = null")
        clock.advance_clock(timedelta(minutes=3))
        await reconcile_purchases(self.context)
        await run_jobs()

    async def license_of(self, account: Account) -> str:
        found = await self.db.connection.fetchval(
            "select license_id from license_subscriptions where id = $1",
            account.purchase.subscription_id,
        )
        return str(found)

    async def differs(self) -> dict[str, Any]:
        """Of which lives the seats or the state are not what is paid."""
        shown = {one["id"]: one for one in await self.shop.licenses() if not one["isTrial"]}
        assert len(shown) == len(self.accounts)
        found: dict[str, Any] = {}
        for account in self.accounts.values():
            one = shown[await self.license_of(account)]
            here = one["maxSeats"], one["billing"]["status"]["type"]
            if here != (account.seats, account.status):
                found[self.labels[account.path]] = (here, account.seats, account.status)
        return found

    async def held(self) -> dict[str, Any]:
        """In which lives another number of seats can be claimed than is paid."""
        keys = {one["id"]: one.get("key") for one in await self.shop.licenses()}
        found: dict[str, Any] = {}
        for account in self.accounts.values():
            paid = 0 if account.status == "paused" else account.seats
            got = await self._claims(keys[await self.license_of(account)])
            if got != paid:
                found[self.labels[account.path]] = (got, paid)
        return found

    async def _claims(self, key: str) -> int:
        headers = {"authorization": f"License {key}"}
        for number in range(BOUGHT + 2):
            body = {"kind": "user", "subject": f"person-{number}"}
            answer = await self.client.post(f"{API}/seats", json=body, headers=headers)
            if answer.status_code != 201:
                return number
        return BOUGHT + 2


def status_of(answer: httpx.Response) -> int:
    return answer.status_code


def ending_after(usual: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def end(*given: Any, **named: Any) -> None:
        await usual(*given, **named)
        raise Ended

    return end


@pytest.fixture(autouse=True)
async def nobody_else(db):
    await db.connection.execute("update organizations set provider_customer_id = null")
    await db.connection.execute("update licenses set held_until = null, held_seats = null")
    await db.connection.execute("delete from provider_events where applied_at is null")
    await db.connection.execute("delete from pgqueuer")


@pytest.fixture
def town(shop, client, context, db, provider_api, monkeypatch) -> Town:
    return Town(shop, client, context, db, provider_api, monkeypatch)


@pytest.mark.parametrize("life", LIVES)
async def test_every_order_of_events(town: Town, life: str):
    """The purchase, its payment, and what followed: no look at the provider is needed in the end."""
    for order in permutations(range(2 + len(LIVES[life]))):
        account = town.open(str(order))
        for what in LIVES[life]:
            account.happen(what, FEWER)
        for place in order:
            await town.tell_badly(account.news[place])
    assert await town.differs() == {}


def orders(*steps: str) -> list[tuple[str, ...]]:
    """All in which nothing is told before it has happened, and the license is there before it is changed."""
    causes = [("bought", "call"), ("happens", "told"), ("call", "call told")]

    def is_possible(order: tuple[str, ...]) -> bool:
        at = {step: place for place, step in enumerate(order)}
        return all(at[cause] < at[one] for cause, one in causes if one in at)

    return [order for order in permutations(steps) if is_possible(order)]


@pytest.mark.parametrize("what", ["renewal", "pause", "unpaid", "seats"])
async def test_every_order_of_events_and_of_an_own_call(town: Town, what: str, run_jobs):
    """Whatever becomes of the call: the provider makes one change at most, and a few minutes later the seats
    are those that are paid, also when its news never came."""
    steps = ("bought", "happens", "told", "call")
    lost = [(how, order) for how in CALLS for order in orders(*steps)]
    for how, order in lost + [
        (how, order) for how in TOLD for order in orders(*steps, "call told")
    ]:
        await live(town, town.open(f"{how}: {', '.join(order)}"), order, what, how)
    await town.minutes_pass(run_jobs)
    assert await town.differs() == {}
    assert await town.held() == {}


async def live(town: Town, account: Account, order: tuple[str, ...], what: str, how: str) -> None:
    told = {"bought": account.news[0]}
    for step in order:
        if step == "happens":
            account.happen(what, FEWER)
            told["told"] = account.news[-1]
        elif step == "call":
            status = await town.ask(account, how)
            assert status == expected(account, how), (status, order)
            if account.changes:
                told["call told"] = account.news[-1]
        elif step in told:
            await town.tell(told[step])
    assert account.changes <= 1


def expected(account: Account, how: str) -> int:
    """A payment that is missing comes first, and nothing is asked for."""
    if account.status == "past_due" or how == "refused":
        return 409
    return {"answered": 200, "overtaken": 200, "crashed": 500}.get(how, 503)
