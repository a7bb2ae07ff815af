"""A vendor who sells two plans, and a user who may pay for them."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import asdict
from uuid import uuid4

import httpx
import orjson
import pytest

from gatehouse.billing.card_events import reconcile_billing
from gatehouse.billing.provider.port import CardsChoice, EventFact
from gatehouse.billing.reading import read_billing_account
from gatehouse.kit.db import Database
from gatehouse.kit.jobs import JobContext
from gatehouse.kit.resources import Resources
from tests.audit_log import audit_actions
from tests.billing.buyer import Buyer, Plan
from tests.billing.stand_in import SIGNED, StandIn
from tests.world import World


@pytest.fixture
def cards(resources: Resources) -> Iterator[StandIn]:
    """In place of the provider for this test."""
    usual, stand_in = resources[CardsChoice], StandIn()
    resources.add(CardsChoice, CardsChoice(lambda: stand_in))
    yield stand_in
    resources.add(CardsChoice, usual)


@pytest.fixture
async def sell(world: World) -> AsyncIterator[Callable[..., Awaitable[Plan]]]:
    """Puts a plan on sale for a price of the provider."""
    made: list[str] = []

    async def plan(price: str | None, trial_days: int | None = None) -> Plan:
        plan_id, key = str(uuid4()), f"plan-{uuid4().hex[:8]}"
        made.append(key)
        await world.configure(
            "insert into plans (id, key, name, price_id, trial_days, created_at, updated_at)"
            " values ($1, $2, $3, $4, $5, now(), now())",
            plan_id, key, key.title(), price, trial_days,
        )  # fmt: skip
        return Plan(plan_id, key, price or "")

    yield plan
    await world.configure("delete from plans where key = any ($1)", made)
    await world.configure(
        "update vendor set default_plan = null, allow_plan_downgrade = true,"
        " allow_plan_cancellation = true"
    )


@pytest.fixture
async def basic(cards: StandIn, sell: Callable[..., Awaitable[Plan]]) -> Plan:
    return await sell(cards.sells(1200))


@pytest.fixture
async def pro(cards: StandIn, sell: Callable[..., Awaitable[Plan]]) -> Plan:
    return await sell(cards.sells(3000))


@pytest.fixture
async def buyer(world: World) -> Buyer:
    return Buyer(await world.person("Admin"))


@pytest.fixture
def context(database: Database, resources: Resources) -> JobContext:
    return JobContext(database, resources, 0, 1, last_attempt=False)


@pytest.fixture
def read(context: JobContext) -> Callable[[Buyer], Awaitable[None]]:
    """Looks at the provider again, as after an event."""

    async def look(who: Buyer) -> None:
        await read_billing_account(context, tenant_id=str(who.person.tenant_id))

    return look


@pytest.fixture
def deliver(client: httpx.AsyncClient) -> Callable[[EventFact], Awaitable[httpx.Response]]:
    """Sends an event of the stand-in."""

    async def send(event: EventFact) -> httpx.Response:
        headers = {"stripe-signature": SIGNED, "content-type": "application/json"}
        body = orjson.dumps(asdict(event))
        return await client.post("/webhooks/stripe", content=body, headers=headers)

    return send


@pytest.fixture
def audit(world: World) -> Callable[[Buyer], Awaitable[set[str]]]:
    """The actions in the audit log of the buyer's account."""

    async def actions(who: Buyer) -> set[str]:
        return set(await audit_actions(world, who.person.tenant_id))

    return actions


@pytest.fixture
def housekeeping(context: JobContext) -> Callable[[], Awaitable[None]]:
    async def run() -> None:
        await reconcile_billing(context)

    return run
