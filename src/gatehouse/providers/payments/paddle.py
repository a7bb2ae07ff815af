"""Paddle Billing through its official SDK; the simulator speaks the same protocol.

The SDK is synchronous: each call runs in a thread, a few at a time, each thread with a client of its
own. Nothing is retried here: jobs are retried by the queue, and a person would rather know at once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import anyio.to_thread
from anyio import CapacityLimiter

from gatehouse.kit import clock
from gatehouse.providers.payments import facts
from gatehouse.providers.payments.event import parse_event
from gatehouse.providers.payments.port import (
    BrowserSetup,
    Change,
    CustomerFact,
    DiscountFact,
    Fact,
    PreviewFact,
    PriceFact,
    ProviderEvent,
    SubscriptionFact,
    TransactionFact,
)
from gatehouse.providers.payments.signature import verify

API_URLS = {"production": "https://api.paddle.com", "sandbox": "https://sandbox-api.paddle.com"}
CALLS_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class PaddleAccount:
    """One account at the provider. `api_url` may have a path, as the simulator's has."""

    api_url: str
    api_key: str
    browser: BrowserSetup
    price_ids: tuple[str, ...]
    webhook_secrets: Sequence[str]
    webhook_tolerance_seconds: int


class PaddleAdapter:
    provider = "paddle"

    def __init__(self, account: PaddleAccount) -> None:
        self.browser = account.browser
        self.price_ids = account.price_ids
        self._account = account
        self._idle: list[Any] = []
        self._limiter = CapacityLimiter(CALLS_AT_ONCE)

    def read_event(self, body: bytes, signature: str) -> ProviderEvent:
        now = clock.now()
        account = self._account
        verify(body, signature, account.webhook_secrets, now, account.webhook_tolerance_seconds)
        return parse_event(body, now)

    def fact(self, payload: Mapping[str, Any]) -> Fact | None:
        return facts.fact_of_event(payload)

    async def customer(self, email: str, name: str, reference: str) -> CustomerFact:
        made: CustomerFact = await self._call("customer", email, name, reference)
        return made

    async def subscription(self, subscription_id: str) -> SubscriptionFact | None:
        found: SubscriptionFact | None = await self._call("subscription", subscription_id)
        return found

    async def subscriptions_of(self, customer_id: str) -> list[SubscriptionFact]:
        found: list[SubscriptionFact] = await self._call("subscriptions_of", customer_id)
        return found

    async def transaction(self, transaction_id: str) -> TransactionFact | None:
        found: TransactionFact | None = await self._call("transaction", transaction_id)
        return found

    async def end(self, subscription_id: str) -> SubscriptionFact:
        changed: SubscriptionFact = await self._call("end", subscription_id)
        return changed

    async def go_on(self, subscription_id: str) -> SubscriptionFact:
        changed: SubscriptionFact = await self._call("go_on", subscription_id)
        return changed

    async def unpause(self, subscription_id: str) -> SubscriptionFact:
        changed: SubscriptionFact = await self._call("unpause", subscription_id)
        return changed

    async def card_change(self, subscription_id: str) -> TransactionFact:
        opened: TransactionFact = await self._call("card_change", subscription_id)
        return opened

    async def preview_change(self, subscription_id: str, change: Change) -> PreviewFact:
        shown: PreviewFact = await self._call("preview_change", subscription_id, change)
        return shown

    async def change(self, subscription_id: str, change: Change) -> SubscriptionFact:
        changed: SubscriptionFact = await self._call("change", subscription_id, change)
        return changed

    async def discount(self, code: str) -> DiscountFact | None:
        found: DiscountFact | None = await self._call("discount", code)
        return found

    async def price(self, price_id: str) -> PriceFact | None:
        found: PriceFact | None = await self._call("price", price_id)
        return found

    async def _call(self, method: str, *arguments: Any) -> Any:
        return await anyio.to_thread.run_sync(
            self._in_thread, method, arguments, limiter=self._limiter, abandon_on_cancel=True
        )

    def _in_thread(self, method: str, arguments: tuple[Any, ...]) -> Any:
        # Imported at the first call: the SDK takes a third of a second, too long for every start.
        from gatehouse.providers.payments.paddle_calls import PaddleCalls

        account = self._account
        calls = self._idle.pop() if self._idle else PaddleCalls(account.api_url, account.api_key)
        try:
            return getattr(calls, method)(*arguments)
        finally:
            self._idle.append(calls)
