"""An organization with its trial, whose customer the provider knows."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import uvicorn

from gatehouse.commands.runtime import build_payments
from gatehouse.kit.db import Database, Db
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.resources import Resources
from gatehouse.licensing.purchases.jobs import apply_payment_event
from gatehouse.providers.payments.port import Payments
from gatehouse_simulators.checkout import fixtures
from tests.backend import new_backend
from tests.licensing.provider import Event, deliver, provider_id
from tests.licensing.scripted import ScriptedProvider
from tests.licensing.tool import Tool
from tests.licensing.waiting import until
from tests.simulators.conftest import Buyer, buyer, control, paddle  # noqa: F401  fixtures of this folder too
from tests.world import Person, World


@dataclass
class Shop:
    """A tenant's administrator, the organization's customer id, and its trial's fingerprint."""

    admin: Person
    customer_id: str
    fingerprint: str

    async def licenses(self) -> list[dict[str, Any]]:
        answer = await self.admin.browser.get("/api/v1/licenses")
        assert answer.status_code == 200
        listed: list[dict[str, Any]] = answer.json()
        return listed

    async def bills(self) -> list[dict[str, Any]]:
        answer = await self.admin.browser.get("/api/v1/paddle/billing-information")
        assert answer.status_code == 200, answer.text
        listed: list[dict[str, Any]] = answer.json()["bills"]
        return listed

    async def statistics(self) -> dict[str, Any]:
        """Of the use that tools reported on the trial's license."""
        path = f"/api/v1/licenses/{self.fingerprint}/statistics"
        answer = await self.admin.browser.get(path)
        assert answer.status_code == 200, answer.text
        counted: dict[str, Any] = answer.json()
        return counted

    async def seats(self, world: World) -> list[dict[str, Any]]:
        """The seats of the trial's license, read by the administrator, who signs in again for that."""
        again = await world.sign_in(self.admin.id, self.admin.tenant_id, self.admin.email)
        answer = await again.browser.get(f"/api/v1/licenses/{self.fingerprint}/seats")
        assert answer.status_code == 200, answer.text
        held: list[dict[str, Any]] = answer.json()["items"]
        assert answer.json()["total"] == len(held)
        return held


@pytest.fixture
def open_shop(world: World, db: Db) -> Callable[[], Awaitable[Shop]]:
    async def make() -> Shop:
        admin = await world.person("Admin")
        assert (
            await admin.browser.post("/api/v1/organization", json={"name": "Acme"})
        ).status_code == 201
        customer_id = provider_id("ctm")
        await db.connection.execute(
            "update organizations set provider_customer_id = $2 where tenant_id = $1",
            admin.tenant_id, customer_id,
        )  # fmt: skip
        trial = (await admin.browser.get("/api/v1/licenses")).json()[0]
        return Shop(admin, customer_id, trial["fingerprint"])

    return make


@pytest.fixture
async def shop(open_shop: Callable[[], Awaitable[Shop]]) -> Shop:
    return await open_shop()


@pytest.fixture
def tool_of(new_client) -> Callable[[Shop], Awaitable[Tool]]:
    """A tool with the shop's first key."""

    async def make(shop: Shop) -> Tool:
        return Tool(new_client(), (await shop.licenses())[0]["key"])

    return make


@pytest.fixture
async def tool(shop: Shop, tool_of: Callable[[Shop], Awaitable[Tool]]) -> Tool:
    return await tool_of(shop)


@pytest.fixture
async def vendor(world: World) -> httpx.AsyncClient:
    """A backend of the vendor that looks after licenses."""
    return (await new_backend(world, ["vendor.*.licenses"])).http


@pytest.fixture
def context(database: Database, resources: Resources) -> JobContext:
    return JobContext(database, resources, 0, 1, last_attempt=False)


@pytest.fixture
def report(client: httpx.AsyncClient, context: JobContext) -> Callable[..., Awaitable[None]]:
    """Deliver events one after the other, each applied before the next arrives."""

    async def send(*events: Event) -> None:
        for one in events:
            assert (await deliver(client, one)).status_code == 200
            await apply_payment_event(context, event_id=one["event_id"])

    return send


@pytest.fixture
def provider_api(resources: Resources) -> Iterator[ScriptedProvider]:
    """The provider's API for this test."""
    provider, usual = ScriptedProvider(), resources[Payments]
    resources.add(Payments, provider.adapter)
    yield provider
    resources.add(Payments, usual)
    provider.close()


@pytest.fixture
async def provider(asgi, settings, resources) -> AsyncIterator[Payments]:
    """The application on a port, and the adapter as the runtime builds it."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(asgi, lifespan="off", log_level="warning"))
    serving = asyncio.create_task(server._serve([listener]))
    usual = resources[Payments]
    port = listener.getsockname()[1]
    adapter = build_payments(settings.model_copy(update={"port": port}))
    resources.add(Payments, adapter)
    yield adapter
    resources.add(Payments, usual)
    server.should_exit = True
    await serving


@pytest.fixture
async def simulated_shop(world, provider) -> Shop:
    """An organization whose customer the provider made."""
    admin = await world.person("Admin")
    await admin.browser.post("/api/v1/organization", json={"name": "Acme"})
    config = await admin.browser.get("/api/v1/paddle/checkout-config")
    assert config.status_code == 200, config.text
    assert config.json()["prices"] == fixtures.PRICE_IDS
    [trial] = (await admin.browser.get("/api/v1/licenses")).json()
    return Shop(admin, config.json()["customerId"], trial["fingerprint"])


@pytest.fixture
async def paid(
    simulated_shop: Shop,
    buyer: Buyer,  # noqa: F811
    run_jobs: Callable[[], Awaitable[None]],
) -> Shop:
    """A license with a running subscription of six seats."""
    await buyer.buy(
        items=[{"price_id": fixtures.MONTHLY_PRICE_ID, "quantity": 6}],
        customer={"id": simulated_shop.customer_id},
        address={"country_code": "US", "postal_code": "10021"},
        custom_data={"overwrite": simulated_shop.fingerprint},
    )

    async def is_paid() -> bool:
        return "billing" in (await simulated_shop.licenses())[0]

    await until(is_paid, run_jobs)
    return simulated_shop
