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
from gatehouse.kit.db.held_connections import check_no_connection_held
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

    def read_fact(self, payload: Mapping[str, Any], occurred_at: datetime) -> Fact | None:
        return facts.parse_event_fact(payload, occurred_at)

    async def get_or_create_customer(self, email: str, name: str, reference: str) -> CustomerFact:
        return await self._call_in_thread(
            lambda calls: calls.get_or_create_customer(email, name, reference)
        )

    async def change_customer_email(self, customer_id: str, email: str) -> CustomerFact:
        return await self._call_in_thread(
            lambda calls: calls.change_customer_email(customer_id, email)
        )

    async def find_subscription(self, subscription_id: str) -> SubscriptionFact | None:
        return await self._call_in_thread(lambda calls: calls.find_subscription(subscription_id))

    async def list_subscriptions(self, customer_id: str) -> list[SubscriptionFact]:
        return await self._call_in_thread(lambda calls: calls.list_subscriptions(customer_id))

    async def find_transaction(self, transaction_id: str) -> TransactionFact | None:
        return await self._call_in_thread(lambda calls: calls.find_transaction(transaction_id))

    async def list_adjustments_of_customer(self, customer_id: str) -> list[AdjustmentFact]:
        return await self._call_in_thread(
            lambda calls: calls.list_adjustments_of_customer(customer_id)
        )

    async def find_invoice_link(self, transaction_id: str) -> str | None:
        return await self._call_in_thread(lambda calls: calls.find_invoice_link(transaction_id))

    async def cancel_at_period_end(self, subscription_id: str) -> SubscriptionFact:
        return await self._call_in_thread(lambda calls: calls.cancel_at_period_end(subscription_id))

    async def cancel_now(self, subscription_id: str) -> SubscriptionFact:
        return await self._call_in_thread(lambda calls: calls.cancel_now(subscription_id))

    async def remove_scheduled_change(self, subscription_id: str) -> SubscriptionFact:
        return await self._call_in_thread(
            lambda calls: calls.remove_scheduled_change(subscription_id)
        )

    async def resume_subscription(self, subscription_id: str) -> SubscriptionFact:
        return await self._call_in_thread(lambda calls: calls.resume_subscription(subscription_id))

    async def start_payment_method_change(self, subscription_id: str) -> TransactionFact:
        return await self._call_in_thread(
            lambda calls: calls.start_payment_method_change(subscription_id)
        )

    async def preview_subscription_change(
        self, subscription_id: str, change: ProviderChange
    ) -> PreviewFact:
        return await self._call_in_thread(
            lambda calls: calls.preview_subscription_change(subscription_id, change)
        )

    async def change_subscription(
        self, subscription_id: str, change: ProviderChange
    ) -> SubscriptionFact:
        return await self._call_in_thread(
            lambda calls: calls.change_subscription(subscription_id, change)
        )

    async def list_payment_methods(self, customer_id: str) -> list[MethodFact]:
        return await self._call_in_thread(lambda calls: calls.list_payment_methods(customer_id))

    async def find_discount_by_code(self, code: str) -> DiscountFact | None:
        return await self._call_in_thread(lambda calls: calls.find_discount_by_code(code))

    async def find_discount(self, discount_id: str) -> DiscountFact | None:
        return await self._call_in_thread(lambda calls: calls.find_discount(discount_id))

    async def find_price(self, price_id: str) -> PriceFact | None:
        return await self._call_in_thread(lambda calls: calls.find_price(price_id))

    async def _call_in_thread(self, use: Callable[["PaddleCalls"], T]) -> T:
        check_no_connection_held("payments")
        return await anyio.to_thread.run_sync(
            self._run_in_thread, use, limiter=self._limiter, abandon_on_cancel=True
        )

    def _run_in_thread(self, use: Callable[["PaddleCalls"], T]) -> T:
        # Imported at the first call: the SDK takes a third of a second, too long for every start.
        from gatehouse.providers.payments.paddle_calls import PaddleCalls

        account = self._account
        calls = self._idle.pop() if self._idle else PaddleCalls(account.api_url, account.api_key)
        try:
            return use(calls)
        finally:
            self._idle.append(calls)
