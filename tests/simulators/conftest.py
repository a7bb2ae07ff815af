"""A buyer's browser, the vendor's server, and a receiver of events, around the simulator."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import httpx
import orjson
import pytest
import uvicorn
from paddle_billing.Resources.Shared.Operations import Pager  # type: ignore[import-untyped]
from paddle_billing.Resources.Subscriptions.Operations import (  # type: ignore[import-untyped]
    ListSubscriptions,
)
from paddle_billing.Resources.Transactions.Operations import (  # type: ignore[import-untyped]
    ListTransactions,
)
from starlette.requests import Request
from starlette.responses import PlainTextResponse

from gatehouse_simulators.checkout import fixtures
from gatehouse_simulators.checkout.catalog import build_catalog
from gatehouse_simulators.checkout.ids import new_entity_id
from gatehouse_simulators.checkout.simulator import CheckoutSimulator
from gatehouse_simulators.checkout.store import service as store
from tests.conftest import PROVIDER
from tests.simulators.sdk import sdk

Body = dict[str, Any]

GOOD_CARD = "4242 4242 4242 4242"
DECLINED_CARD = "4000 0000 0000 0002"
CHALLENGED_CARD = "4000 0038 0000 0446"
DECLINES_LATER = "4000 0027 6000 3184"


@dataclass
class Receiver:
    """The vendor's webhook receiver: keeps what came, answers with `status`."""

    status: int = 200
    requests: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        request = Request(scope, receive)
        self.requests.append((dict(request.headers), await request.body()))
        await PlainTextResponse("seen", self.status)(scope, receive, send)

    @property
    def events(self) -> list[Body]:
        """In the order of occurrence; deliveries have none."""
        bodies = [orjson.loads(body) for _, body in self.requests]
        return sorted(bodies, key=lambda event: event["occurred_at"])

    def about(self, customer_id: str) -> list[Body]:
        """What concerns this customer; tests share the provider's account."""
        return [
            event
            for event in self.events
            if customer_id in (event["data"]["id"], event["data"].get("customer_id"))
        ]

    def types(self, customer_id: str) -> list[str]:
        return [event["event_type"] for event in self.about(customer_id)]


@pytest.fixture(scope="session")
async def address(asgi) -> AsyncIterator[str]:
    """Of a real server, for what cannot call the application itself."""
    config = uvicorn.Config(asgi, lifespan="off", log_level="warning", ws="none")
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        task = asyncio.create_task(server._serve([listening]))
        yield f"http://localhost:{listening.getsockname()[1]}"
        server.should_exit = True
        await task


@pytest.fixture
async def receiver(asgi, resources) -> AsyncIterator[Receiver]:
    """Takes the place of the application's own receiver."""
    simulator, keep = resources[CheckoutSimulator], Receiver()
    simulator.reach_through(httpx.ASGITransport(keep))
    yield keep
    simulator.reach_through(httpx.ASGITransport(asgi))


@pytest.fixture
def paddle(asgi) -> Callable[..., Any]:
    """`await paddle(lambda client: client.customers.list())` through the official SDK."""

    async def call(use: Callable[[Any], Any], key: str = PROVIDER.api_key) -> Any:
        client = sdk(asgi, asyncio.get_running_loop(), key)
        return await asyncio.to_thread(use, client)

    return call


@dataclass
class Buyer:
    """A browser with the client token."""

    http: httpx.AsyncClient
    email: str

    async def call(self, method: str, path: str, body: Any = None) -> httpx.Response:
        return await self.http.request(
            method,
            f"/sim/checkout/client{path}",
            json=body,
            headers={"authorization": f"Bearer {fixtures.CLIENT_TOKEN}"},
        )

    async def open(self, **options: Any) -> Body:
        options = options or {
            "items": [{"price_id": fixtures.MONTHLY_PRICE_ID, "quantity": 10}],
            "customer": {"email": self.email},
            "address": {"country_code": "US", "postal_code": "10021"},
        }
        answer = await self.call("POST", "/checkouts", options)
        assert answer.status_code == 201, answer.text
        checkout: Body = answer.json()["data"]["checkout"]
        return checkout

    async def pay(self, checkout_id: str, number: str = GOOD_CARD) -> Body:
        card = {
            "number": number,
            "expiry_month": 12,
            "expiry_year": 2090,
            "security_code": "123",
            "name": "Pat Doe",
        }
        answer = await self.call("POST", f"/checkouts/{checkout_id}/pay", {"card": card})
        assert answer.status_code == 200, answer.text
        result: Body = answer.json()["data"]
        return result

    async def buy(self, number: str = GOOD_CARD, **options: Any) -> Body:
        """A paid checkout: ten seats a month in New York unless told otherwise."""
        result = await self.pay((await self.open(**options))["id"], number)
        checkout: Body = result["checkout"]
        return checkout


@pytest.fixture
def new_discount(resources) -> Callable[..., Any]:
    """A discount of the vendor's account: 10 % off everything, in as many ways as the test wants."""

    async def make(**changes: Any) -> Body:
        template = next(body for kind, body in build_catalog() if kind == "discount")
        discount_id = new_entity_id("dsc")
        own = {"id": discount_id, "code": discount_id[-12:].upper(), "amount": "10"}
        body = template | own | changes
        async with resources[CheckoutSimulator].transaction() as db:
            return (await store.add_entity(db, "discount", body)).body

    return make


@pytest.fixture
def buyer(client) -> Buyer:
    return Buyer(client, f"{uuid4().hex[:12]}@example.com")


@pytest.fixture
async def control(client) -> AsyncIterator[Callable[..., Any]]:
    async def send(**body: Any) -> None:
        answer = await client.post("/sim/checkout/control", json=body)
        assert answer.status_code == 204, answer.text

    yield send
    await send(action="clear_switches")


@pytest.fixture
def subscribe(buyer, paddle):
    """A new subscription of ten seats a month in New York, as the SDK reads it."""

    async def make(number: str = "4242 4242 4242 4242"):
        paid = await buyer.buy(number)
        customer_id = paid["customer"]["id"]
        found = await paddle(
            lambda client: list(
                client.subscriptions.list(ListSubscriptions(customer_ids=[customer_id]))
            )
        )
        return found[0]

    return make


@pytest.fixture
def bills(paddle):
    """The transactions of a subscription, oldest first."""

    async def read(subscription_id: str):
        return await paddle(
            lambda client: list(
                client.transactions.list(
                    ListTransactions(Pager(), subscription_ids=[subscription_id])
                )
            )
        )

    return read
