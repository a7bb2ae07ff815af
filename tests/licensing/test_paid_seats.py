"""What is paid and what may be claimed agree in the end, whatever happened between the provider and us: news
in any order, twice, or never, calls of ours without an answer, and processes that end between two steps
(cases 20, 23 and 24). Each script is another life of a subscription."""

import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from gatehouse.kit import clock
from gatehouse.licensing.purchases import service
from gatehouse.licensing.purchases.jobs import apply_payment_event, reconcile_purchases
from gatehouse.licensing.subscriptions import context
from tests.licensing.account import Account
from tests.licensing.provider import Purchase, deliver
from tests.licensing.tool import Tool

CHANGES_KEEP = "gatehouse.licensing.subscriptions.changes.apply_provider_answer"
SCRIPTS = 16
STEPS = 12
MOST_SEATS = 6
HAPPENS = ("seats", "renewal", "unpaid", "pause", "schedule")
NEWS = ("deliver", "deliver", "again", "left", "crash", "lose")
CALLS = ("answered", "refused", "unheard", "unanswered", "crashed")


class Life:
    """One script: an organization's administrator, their subscription, and what goes wrong."""

    def __init__(self, chance, world, shop, account, client, context, db, monkeypatch) -> None:
        self.chance, self.world, self.shop, self.account = chance, world, shop, account
        self.client, self.context, self.db, self.monkeypatch = client, context, db, monkeypatch
        self.done: list[str] = []

    async def step(self) -> None:
        kind = self.chance.choice(("happens", "news", "news", "call"))
        if kind == "happens":
            what = self.chance.choice(HAPPENS)
            self.account.happen(what, self.chance.randint(1, MOST_SEATS))
        elif kind == "news":
            what = self.chance.choice(NEWS)
            await self._news(what)
        else:
            what = self.chance.choice(CALLS)
            await self._change(what)
        self.done.append(f"{what} ({self.account.seats}, {self.account.status})")

    async def _news(self, what: str) -> None:
        known = self.account.seen if what == "again" else self.account.news
        if not known:
            return
        one = self.chance.choice(known)
        if what != "again":
            self.account.news.remove(one)
            self.account.seen.append(one)
        if what == "lose":
            return
        assert (await deliver(self.client, one)).status_code == 200
        if what == "left":  # and no worker applies it
            return
        with self.monkeypatch.context() as patch:
            if what == "crash":
                patch.setattr(service, "settle_fact", self._crashing(service.settle_fact))
            with suppress(RuntimeError):
                await apply_payment_event(self.context, event_id=one["event_id"])

    async def _change(self, how: str) -> None:
        license_id = await self.license_id()
        if license_id is None:
            return
        self.account.call = how
        path = f"/api/v1/licenses/{license_id}"
        with self.monkeypatch.context() as patch:
            if how == "crashed":
                patch.setattr(CHANGES_KEEP, self._crashing(context.apply_provider_answer))
            await self.shop.admin.browser.patch(
                path, json={"maxSeats": self.chance.randint(1, MOST_SEATS)}
            )

    def _crashing(self, usual: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def crash(*given: Any, **named: Any) -> None:
            await usual(*given, **named)
            raise RuntimeError("the process ends here")

        return crash

    async def license_id(self) -> UUID | None:
        found: UUID | None = await self.db.connection.fetchval(
            "select license_id from license_subscriptions where id = $1",
            self.account.purchase.subscription_id,
        )
        return found

    async def settle_down(self, run_jobs) -> None:
        """The last news comes, unless it is lost; then the minutes pass until everything was looked after."""
        if self.chance.random() < 0.5:
            self.chance.shuffle(self.account.news)
            for one in self.account.news:
                await deliver(self.client, one)
        await self.db.connection.execute("delete from pgqueuer")  # the process ends once more
        await self.db.connection.execute(
            "update organizations set provider_read_at = null, checkout_at = $2 where tenant_id = $1",
            self.shop.admin.tenant_id, clock.now(),
        )  # fmt: skip
        clock.advance_clock(timedelta(minutes=3))
        await reconcile_purchases(self.context)
        await run_jobs()

    async def check(self, new_client, licenses_before: int) -> None:
        account, admin = self.account, self.shop.admin
        again = await self.world.sign_in(admin.id, admin.tenant_id, admin.email)
        listed = (await again.browser.get("/api/v1/licenses")).json()
        assert len(listed) == licenses_before + 1
        wanted = str(await self.license_id())
        [paid] = [one for one in listed if one["id"] == wanted]
        assert (paid["maxSeats"], paid["billing"]["status"]["type"]) == (
            account.seats, account.status
        )  # fmt: skip
        tool = Tool(new_client(), paid["key"])
        claims = [await tool.claim(f"person-{number}") for number in range(MOST_SEATS + 1)]
        held = sum(claim.status_code == 201 for claim in claims)
        assert held == (0 if account.status == "paused" else account.seats)


@pytest.fixture(autouse=True)
async def nobody_else(db):
    await db.connection.execute("update organizations set provider_customer_id = null")
    await db.connection.execute("update licenses set held_until = null, held_seats = null")
    await db.connection.execute("delete from provider_events where applied_at is null")
    await db.connection.execute("delete from pgqueuer")


async def test_whatever_goes_wrong_the_seats_in_the_end_are_those_that_are_paid(
    shop, world, client, new_client, context, db, provider_api, monkeypatch, run_jobs
):
    for number in range(SCRIPTS):
        chance = random.Random(number)  # noqa: S311  the same scripts in each run
        provider_api.entities.clear()
        purchase = Purchase(shop.customer_id, seats=chance.randint(1, MOST_SEATS),
                            start=clock.now() - timedelta(days=2))  # fmt: skip
        account = Account(provider_api, purchase)
        provider_api.override = account.answer
        life = Life(chance, world, shop, account, client, context, db, monkeypatch)
        try:
            for _ in range(STEPS):
                await life.step()
            await life.settle_down(run_jobs)
            await life.check(new_client, number + 1)
        except AssertionError as error:
            raise AssertionError(f"script {number}: {', '.join(life.done)}") from error
