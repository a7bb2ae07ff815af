"""A user whose account is billed, and what they call."""

from dataclasses import dataclass
from typing import Any

import httpx

from tests.billing.stand_in import StandIn
from tests.world import Person

RESOURCES = "/subscriptions/resources"
BILLING = f"{RESOURCES}/billing"
STRIPE = f"{BILLING}/payment-providers/stripe"
MANAGED = f"{RESOURCES}/subscriptions/v1"
SETUPS = f"{STRIPE}/setup-intents/v1"
SUBSCRIBE = f"{STRIPE}/subscriptions/v1"
METHODS = f"{BILLING}/payment-methods/v1"
INVOICES = f"{BILLING}/invoices/v1"
PLANS = f"{BILLING}/plans/v1"
CONFIGURATIONS = f"{BILLING}/tenant-configurations/v1"
MINE = "/entitlements/api/v2/user-entitlements"


@dataclass(frozen=True)
class Plan:
    """As the vendor has it."""

    id: str
    key: str
    price: str


@dataclass(frozen=True)
class Buyer:
    person: Person

    async def get(self, path: str, **options: Any) -> Any:
        answer = await self.person.browser.get(path, **options)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def summary(self) -> dict[str, Any]:
        found: dict[str, Any] = await self.get(f"{BILLING}/summaries/v1/{self.person.tenant_id}")
        return found

    async def subscription(self) -> dict[str, Any]:
        found: dict[str, Any] = (await self.get(MANAGED))[0]
        return found

    async def customer(self) -> str:
        """Makes one where there is none."""
        body = {"name": "Acme", "email": "billing@acme.test"}
        answer = await self.person.browser.post(f"{STRIPE}/customers/v1", json=body)
        assert answer.status_code == 200, answer.text
        made: str = answer.json()["stripeCustomerId"]
        return made

    async def subscribe(self, plan: Plan) -> httpx.Response:
        return await self.person.browser.post(SUBSCRIBE, json={"stripePlanId": plan.price})

    async def change(
        self, subscription: dict[str, Any], plan: Plan, method: str, **more: Any
    ) -> httpx.Response:
        body = {"paymentMethodId": method, "planId": plan.id, **more}
        return await self.person.browser.put(f"{MANAGED}/{subscription['id']}", json=body)

    async def put(self, subscription: dict[str, Any], what: str) -> httpx.Response:
        return await self.person.browser.put(f"{MANAGED}/{subscription['id']}/{what}/", json={})

    async def with_card(self, cards: StandIn, **more: Any) -> str:
        """The provider's id of a card that is known here."""
        method = cards.add_card(await self.customer(), **more)
        await self.person.browser.post(SETUPS, json={})
        return method


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["errorCode"]
