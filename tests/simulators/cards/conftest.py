"""The vendor's server, a browser with a card, and a receiver of events, around the simulator."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import uuid4

import httpx
import orjson
import pytest
import stripe
from starlette.requests import Request
from starlette.responses import PlainTextResponse

from gatehouse.kit import clock
from gatehouse.kit.db import Command
from gatehouse_simulators.cards import fixtures
from gatehouse_simulators.cards.simulator import CardSimulator
from tests.conftest import CARD_PROVIDER
from tests.simulators.cards.sdk import sdk

Body = dict[str, Any]
Use = Callable[[Any], Any]

GOOD_CARD = "4242 4242 4242 4242"
DECLINED_CARD = "4000 0000 0000 0002"
POOR_CARD = "4000 0000 0000 9995"
EXPIRED_CARD = "4000 0000 0000 0069"
ASKED_ON_SETUP = "4000 0025 0000 3155"
ASKED_ALWAYS = "4000 0027 6000 3184"
DECLINED_LATER = "4000 0000 0000 0341"

TEAM = fixtures.TEAM_MONTHLY_PRICE_ID


@dataclass
class Receiver:
    """The vendor's webhook receiver: keeps what came, answers with `status`."""

    status: int = 200
    requests: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        request = Request(scope, receive)
        self.requests.append((dict(request.headers), await request.body()))
        await PlainTextResponse("seen", self.status)(scope, receive, send)

    def requests_about(self, entity_id: str) -> list[tuple[dict[str, str], bytes]]:
        """What concerns this customer or entity, as it came; tests share the account."""
        return [request for request in self.requests if _is_about(request[1], entity_id)]

    def events(self, entity_id: str) -> list[Body]:
        """As they came."""
        return [orjson.loads(body) for _, body in self.requests_about(entity_id)]

    def about(self, entity_id: str) -> list[Body]:
        """By the time of occurrence."""
        return sorted(self.events(entity_id), key=lambda event: event["created"])

    def types(self, entity_id: str) -> list[str]:
        return [event["type"] for event in self.about(entity_id)]


def _is_about(body: bytes, entity_id: str) -> bool:
    about = orjson.loads(body)["data"]["object"]
    return entity_id in (about["id"], about.get("customer"))


@pytest.fixture
async def receiver(asgi, resources) -> AsyncIterator[Receiver]:
    """Takes the place of the application's own receiver."""
    simulator, keep = resources[CardSimulator], Receiver()
    simulator.reach_through(httpx.ASGITransport(keep))
    yield keep
    simulator.reach_through(httpx.ASGITransport(asgi))


@pytest.fixture(autouse=True, scope="module")
async def nothing_left_to_deliver(resources) -> AsyncIterator[None]:
    """What these tests announced is no work for the tests after them."""
    yield
    async with resources[CardSimulator].transaction() as db:
        await FORGET.run(db)


FORGET = Command("update simulated_cards.events set status = 'failed' where status <> 'delivered'")


@pytest.fixture
def provider(asgi) -> Callable[..., Any]:
    """`await provider(lambda stripe: stripe.v1.customers.list())` through the official SDK."""

    async def call(use: Use, key: str = CARD_PROVIDER.secret_key) -> Any:
        client = sdk(asgi, asyncio.get_running_loop(), key)
        return await asyncio.to_thread(use, client)

    return call


@pytest.fixture
def refused(provider) -> Callable[..., Any]:
    """The SDK's error of a call that must fail."""

    async def call(use: Use, key: str = CARD_PROVIDER.secret_key) -> stripe.StripeError:
        with pytest.raises(stripe.StripeError) as caught:
            await provider(use, key)
        return caught.value

    return call


@dataclass
class Browser:
    """A page that knows the publishable key."""

    http: httpx.AsyncClient

    async def call(self, path: str, **form: str) -> httpx.Response:
        return await self.http.post(
            f"{fixtures.API_PATH}/v1{path}",
            data=form,
            headers={"authorization": f"Bearer {CARD_PROVIDER.publishable_key}"},
        )

    async def confirm(self, intent: Any, number: str = GOOD_CARD, **form: str) -> httpx.Response:
        given = {
            "client_secret": intent.client_secret,
            "payment_method_data[type]": "card",
            "payment_method_data[card][number]": number,
            "payment_method_data[card][exp_month]": "12",
            "payment_method_data[card][exp_year]": str(clock.now().year + 8),
            "payment_method_data[card][cvc]": "123",
            "payment_method_data[billing_details][name]": "Pat Doe",
        }
        return await self.call(f"/setup_intents/{intent.id}/confirm", **given | form)

    async def answer_bank(self, intent: Any, *, approved: bool) -> httpx.Response:
        return await self.call(
            f"/setup_intents/{intent.id}/authenticate",
            client_secret=intent.client_secret,
            approved=str(approved).lower(),
        )


@pytest.fixture
def browser(client) -> Browser:
    return Browser(client)


@dataclass
class Account:
    """A customer of the vendor, and the calls that tests make for it most."""

    provider: Callable[..., Any]
    browser: Browser
    id: str

    async def save_card(self, number: str = GOOD_CARD) -> str:
        """Through a setup intent, as the customer's default."""
        intent = await self.provider(
            lambda stripe: stripe.v1.setup_intents.create(
                {"customer": self.id, "payment_method_types": ["card"], "usage": "off_session"}
            )
        )
        answer = await self.browser.confirm(intent, number)
        assert answer.status_code == 200, answer.text
        if answer.json()["status"] == "requires_action":
            answer = await self.browser.answer_bank(intent, approved=True)
        method_id: str = answer.json()["payment_method"]
        settings = {"default_payment_method": method_id}
        await self.change(invoice_settings=settings)
        return method_id

    async def change(self, **changes: Any) -> Any:
        return await self.provider(lambda stripe: stripe.v1.customers.update(self.id, changes))

    async def read(self) -> Any:
        return await self.provider(lambda stripe: stripe.v1.customers.retrieve(self.id))

    async def subscribe(self, price: str = TEAM, quantity: int = 1, **more: Any) -> Any:
        items = [{"price": price, "quantity": quantity}]
        wanted = {"customer": self.id, "items": items, **more}
        return await self.provider(lambda stripe: stripe.v1.subscriptions.create(wanted))

    async def update(self, subscription: Any, **changes: Any) -> Any:
        return await self.provider(
            lambda stripe: stripe.v1.subscriptions.update(subscription.id, changes)
        )

    def item(self, subscription: Any, **changes: Any) -> Body:
        """A change of the only item."""
        return {"id": subscription["items"].data[0].id, **changes}

    async def subscription(self, subscription_id: str) -> Any:
        return await self.provider(lambda stripe: stripe.v1.subscriptions.retrieve(subscription_id))

    async def invoices(self) -> list[Any]:
        """The newest first."""
        page = await self.provider(
            lambda stripe: stripe.v1.invoices.list({"customer": self.id, "limit": 100})
        )
        found: list[Any] = page.data
        return found


@pytest.fixture
async def account(provider, browser) -> AsyncIterator[Account]:
    email = f"{uuid4().hex[:12]}@example.com"
    made = await provider(
        lambda stripe: stripe.v1.customers.create({"email": email, "name": "Acme"})
    )
    yield Account(provider, browser, made.id)
    # Else it would be billed whenever another test moves the clock.
    left = await provider(
        lambda stripe: stripe.v1.subscriptions.list({"customer": made.id, "limit": 100})
    )
    for subscription in left.data:
        await provider(lambda stripe, one=subscription.id: stripe.v1.subscriptions.cancel(one))


@pytest.fixture
async def control(client) -> AsyncIterator[Callable[..., Any]]:
    async def send(**body: Any) -> None:
        answer = await client.post("/sim/cards/control", json=body)
        assert answer.status_code == 204, answer.text

    yield send
    await send(action="clear_switches")


@pytest.fixture
def at(control) -> Callable[[datetime], Any]:
    """Moves the clock to a moment ahead, and lets time's work be done."""

    async def move(moment: datetime) -> None:
        clock.advance_clock(moment - clock.now())
        await control(action="run_due")

    return move
