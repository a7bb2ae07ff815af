"""Speaks to the webhook as the payment provider does: bodies, signatures, sequences (A5, A9)."""

import hashlib
import hmac
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import httpx
import orjson

from gatehouse.kit import clock
from gatehouse_simulators.checkout import fixtures
from tests.conftest import PROVIDER

START = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)
WEBHOOK = fixtures.WEBHOOK_PATH

Event = dict[str, Any]


def provider_id(prefix: str) -> str:
    return f"{prefix}_{uuid4().hex[:26]}"


def stamp(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def signature(
    body: bytes, *, secret: str = PROVIDER.webhook_secret, at: datetime | None = None
) -> str:
    ts = str(int((at or clock.now()).timestamp()))
    mark = hmac.new(secret.encode(), f"{ts}:".encode() + body, hashlib.sha256).hexdigest()
    return f"ts={ts};h1={mark}"


def event(kind: str, data: dict[str, Any], at: datetime) -> Event:
    return {
        "event_id": provider_id("evt"),
        "event_type": kind,
        "occurred_at": stamp(at),
        "notification_id": provider_id("ntf"),
        "data": data,
    }


async def deliver(
    client: httpx.AsyncClient, body: Event | bytes, mark: str | None = None
) -> httpx.Response:
    raw = body if isinstance(body, bytes) else orjson.dumps(body)
    headers = {"Paddle-Signature": signature(raw) if mark is None else mark}
    return await client.post(WEBHOOK, content=raw, headers=headers)


def price(price_id: str = fixtures.MONTHLY_PRICE_ID, interval: str = "month") -> dict[str, Any]:
    return {
        "id": price_id,
        "product_id": fixtures.PRODUCT_ID,
        "type": "standard",
        "name": "Teams",
        "billing_cycle": {"interval": interval, "frequency": 1},
        "unit_price": {"amount": "3000", "currency_code": "USD"},
        "custom_data": None,
    }


@dataclass
class Purchase:
    """One purchase in a browser, from the opened checkout to the running subscription."""

    customer_id: str
    seats: int = 7
    custom_data: dict[str, Any] | None = None
    price: dict[str, Any] = field(default_factory=price)
    start: datetime = START
    subscription_id: str = field(default_factory=lambda: provider_id("sub"))
    transaction_id: str = field(default_factory=lambda: provider_id("txn"))

    @property
    def period_end(self) -> datetime:
        return self.start + timedelta(days=31)

    @property
    def items(self) -> list[dict[str, Any]]:
        return [{"price": self.price, "quantity": self.seats, "status": "active"}]

    def transaction(self, status: str, at: datetime, **changes: Any) -> dict[str, Any]:
        done = status == "completed"
        data = {
            "id": self.transaction_id,
            "status": status,
            "customer_id": self.customer_id,
            "address_id": None,
            "custom_data": self.custom_data,
            "currency_code": "USD",
            "origin": "web",
            "subscription_id": self.subscription_id if done else None,
            "invoice_number": "325-10566" if done else None,
            "billing_period": {"starts_at": stamp(self.start), "ends_at": stamp(self.period_end)}
            if done
            else None,
            "items": self.items,
            "details": {"totals": {"grand_total": str(3000 * self.seats)}},
            "payments": [],
            "billed_at": stamp(self.start) if done else None,
            "created_at": stamp(self.start),
            "updated_at": stamp(at),
        }
        return data | changes

    def subscription(self, at: datetime, status: str = "active", **changes: Any) -> dict[str, Any]:
        data = {
            "id": self.subscription_id,
            "status": status,
            "customer_id": self.customer_id,
            "currency_code": "USD",
            "billing_cycle": {"interval": self.price["billing_cycle"]["interval"], "frequency": 1},
            "current_billing_period": {
                "starts_at": stamp(self.start),
                "ends_at": stamp(self.period_end),
            },
            "next_billed_at": stamp(self.period_end),
            "paused_at": None,
            "canceled_at": None,
            "scheduled_change": None,
            "items": self.items,
            "custom_data": self.custom_data,
            "created_at": stamp(self.start),
            "updated_at": stamp(at),
        }
        return data | changes

    def changed(self, seconds: float, status: str = "active", **changes: Any) -> Event:
        """`subscription.updated`, so many seconds after the purchase."""
        at = self.start + timedelta(seconds=seconds)
        return event("subscription.updated", self.subscription(at, status, **changes), at)

    def canceled(self, seconds: float) -> Event:
        at = self.start + timedelta(seconds=seconds)
        data = self.subscription(
            at,
            "canceled",
            canceled_at=stamp(at),
            next_billed_at=None,
            current_billing_period=None,
        )
        return event("subscription.canceled", data, at)

    def sequence(self) -> list[Event]:
        """What a purchase sends, in the order in which it happened (A9, sequence 1)."""

        def at(seconds: float) -> datetime:
            return self.start + timedelta(seconds=seconds)

        created = self.subscription(at(2)) | {"transaction_id": self.transaction_id}
        return [
            event("transaction.ready", self.transaction("ready", at(0)), at(0)),
            event("transaction.updated", self.transaction("paid", at(1)), at(1)),
            event("subscription.created", created, at(2)),
            event("subscription.activated", self.subscription(at(2)), at(2.001)),
            event("transaction.completed", self.transaction("completed", at(3)), at(3)),
        ]
