"""Paddle Billing through its official SDK; the simulator speaks the same protocol.

The SDK is synchronous: each call runs in a thread, a few at a time, each thread with a client of its
own. Nothing is retried here: the queue retries jobs, and a waiting user should see a failure at once.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

import anyio.to_thread
from anyio import CapacityLimiter

from gatehouse.kit import clock
from gatehouse.kit.db.held_connections import slow_work
from gatehouse.providers.payments import facts
from gatehouse.providers.payments.event import parse_event, verify_webhook_signature
from gatehouse.providers.payments.port import (
    AdjustmentFact,
    BrowserSetup,
    CustomerFact,
    DiscountFact,
    Fact,
    MethodFact,
    PreviewFact,
    PriceFact,
    ProviderChange,
    ProviderEvent,
    SubscriptionFact,
    TransactionFact,
)

if TYPE_CHECKING:
    from gatehouse.providers.payments.paddle_calls import PaddleCalls

T = TypeVar("T")

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
    is_configured = True

    def __init__(self, account: PaddleAccount) -> None:
        self.price_ids = account.price_ids
        self._account = account
        self._idle: list[PaddleCalls] = []
        self._limiter = CapacityLimiter(CALLS_AT_ONCE)

    @property
    def browser(self) -> BrowserSetup:
        return self._account.browser

    def read_event(self, body: bytes, signature: str) -> ProviderEvent:
        now = clock.now()
        account = self._account
        verify_webhook_signature(
            body, signature, account.webhook_secrets, now, account.webhook_tolerance_seconds
        )
        return parse_event(body, now)

    def fact(self, payload: Mapping[str, Any], occurred_at: datetime) -> Fact | None:
        return facts.parse_event_fact(payload, occurred_at)

    async def customer(self, email: str, name: str, reference: str) -> CustomerFact:
        return await self._call(lambda calls: calls.customer(email, name, reference))

    async def change_email(self, customer_id: str, email: str) -> CustomerFact:
        return await self._call(lambda calls: calls.change_email(customer_id, email))

    async def subscription(self, subscription_id: str) -> SubscriptionFact | None:
        return await self._call(lambda calls: calls.subscription(subscription_id))

    async def subscriptions_of(self, customer_id: str) -> list[SubscriptionFact]:
        return await self._call(lambda calls: calls.subscriptions_of(customer_id))

    async def transaction(self, transaction_id: str) -> TransactionFact | None:
        return await self._call(lambda calls: calls.transaction(transaction_id))

    async def adjustments_of(self, customer_id: str) -> list[AdjustmentFact]:
        return await self._call(lambda calls: calls.adjustments_of(customer_id))

    async def invoice(self, transaction_id: str) -> str | None:
        return await self._call(lambda calls: calls.invoice(transaction_id))

    async def end(self, subscription_id: str) -> SubscriptionFact:
        return await self._call(lambda calls: calls.end(subscription_id))

    async def stop(self, subscription_id: str) -> SubscriptionFact:
        return await self._call(lambda calls: calls.stop(subscription_id))

    async def go_on(self, subscription_id: str) -> SubscriptionFact:
        return await self._call(lambda calls: calls.go_on(subscription_id))

    async def unpause(self, subscription_id: str) -> SubscriptionFact:
        return await self._call(lambda calls: calls.unpause(subscription_id))

    async def card_change(self, subscription_id: str) -> TransactionFact:
        return await self._call(lambda calls: calls.card_change(subscription_id))

    async def preview_change(self, subscription_id: str, change: ProviderChange) -> PreviewFact:
        return await self._call(lambda calls: calls.preview_change(subscription_id, change))

    async def change(self, subscription_id: str, change: ProviderChange) -> SubscriptionFact:
        return await self._call(lambda calls: calls.change(subscription_id, change))

    async def methods_of(self, customer_id: str) -> list[MethodFact]:
        return await self._call(lambda calls: calls.methods_of(customer_id))

    async def discount(self, code: str) -> DiscountFact | None:
        return await self._call(lambda calls: calls.discount(code))

    async def discount_with(self, discount_id: str) -> DiscountFact | None:
        return await self._call(lambda calls: calls.discount_with(discount_id))

    async def price(self, price_id: str) -> PriceFact | None:
        return await self._call(lambda calls: calls.price(price_id))

    async def _call(self, use: Callable[["PaddleCalls"], T]) -> T:
        slow_work("payments")
        return await anyio.to_thread.run_sync(
            self._in_thread, use, limiter=self._limiter, abandon_on_cancel=True
        )

    def _in_thread(self, use: Callable[["PaddleCalls"], T]) -> T:
        # Imported at the first call: the SDK takes a third of a second, too long for every start.
        from gatehouse.providers.payments.paddle_calls import PaddleCalls

        account = self._account
        calls = self._idle.pop() if self._idle else PaddleCalls(account.api_url, account.api_key)
        try:
            return use(calls)
        finally:
            self._idle.append(calls)
