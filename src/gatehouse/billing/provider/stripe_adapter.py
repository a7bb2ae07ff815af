"""The card provider through its official SDK."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, cast
from urllib.parse import urlsplit

import httpx

from gatehouse.billing.errors import CardsRefused, EventRefused
from gatehouse.billing.models import Price
from gatehouse.billing.provider import facts
from gatehouse.billing.provider.client import StripeClient, call_provider
from gatehouse.billing.provider.port import (
    AccountFact,
    Address,
    CardFact,
    CardPreviewFact,
    CardSubscriptionChange,
    EventFact,
    SetupFact,
    StartedSubscription,
)
from gatehouse.kit.outbound import AddressRefused, Outbound, Unreachable

MOST = 100  # of a customer's things, the newest
MOST_PDF = 10_000_000
HOST = "stripe.com"
WHOLE = ["latest_invoice.confirmation_secret", "pending_setup_intent"]


@dataclass(frozen=True, slots=True)
class CardAccount:
    api_base: str
    secret_key: str
    publishable_key: str
    webhook_secret: str
    script_url: str
    # Where its links lead, when that is another way to the same server.
    pages: str | None = None


class StripeAdapter:
    """`transport`: the way to a provider that listens on no port."""

    def __init__(
        self,
        account: CardAccount,
        outbound: Outbound,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.publishable_key = account.publishable_key
        self.script_url = account.script_url
        self._webhook_secret = account.webhook_secret
        self._outbound = outbound
        self._client = StripeClient(account.api_base, account.secret_key, account.pages, transport)
        self._api = self._client.api.v1

    def reach_through(self, transport: httpx.AsyncBaseTransport) -> None:
        self._client.reach_through(transport)

    async def create_customer(self, tenant: str, key: str) -> str:
        params = {"metadata": {"tenantId": tenant}}
        made = await call_provider(
            self._api.customers.create_async(_as_params(params), _idempotency_options(key))
        )
        return cast("str", made["id"])

    async def update_customer(self, customer: str, name: str, email: str) -> None:
        params = {"name": name, "email": email}
        await call_provider(self._api.customers.update_async(customer, _as_params(params)))

    async def read_account(self, customer: str) -> AccountFact:
        owner = await call_provider(self._api.customers.retrieve_async(customer))
        of_customer = {"customer": customer, "limit": MOST}
        subscriptions = await call_provider(
            self._api.subscriptions.list_async(_as_params({**of_customer, "status": "all"}))
        )
        methods = await call_provider(
            self._api.customers.payment_methods.list_async(
                customer, _as_params({"type": "card", "limit": MOST})
            )
        )
        invoices = await call_provider(self._api.invoices.list_async(_as_params(of_customer)))
        settings = owner.get("invoice_settings") or {}
        return AccountFact(
            default_method=facts.parse_object_id(settings.get("default_payment_method")),
            subscriptions=[
                facts.parse_subscription(one) for one in subscriptions["data"] if _has_item(one)
            ],
            methods=[fact for one in methods["data"] if (fact := facts.parse_card(one))],
            invoices=[
                facts.parse_invoice(one) for one in invoices["data"] if one["status"] != "draft"
            ],
        )

    async def read_price(self, price: str) -> Price | None:
        found = await self._call_unless_missing(self._api.prices.retrieve_async(price))
        return None if found is None else facts.parse_price(found)

    async def read_method(self, method: str) -> CardFact | None:
        found = await self._call_unless_missing(self._api.payment_methods.retrieve_async(method))
        return None if found is None else facts.parse_card(found)

    async def begin_setup(self, customer: str, method: str | None) -> SetupFact:
        params = {"customer": customer, "payment_method_types": ["card"], "usage": "off_session"}
        if method:
            params["payment_method"] = method
        made = await call_provider(self._api.setup_intents.create_async(_as_params(params)))
        return SetupFact(
            made["id"], made["client_secret"], facts.parse_object_id(made.get("payment_method"))
        )

    async def set_default_method(self, customer: str, method: str) -> None:
        params = {"invoice_settings": {"default_payment_method": method}}
        await call_provider(self._api.customers.update_async(customer, _as_params(params)))

    async def change_billing_details(
        self, method: str, email: str | None, address: Address
    ) -> None:
        given = {name: value for name, value in asdict(address).items() if value is not None}
        details: dict[str, Any] = {"address": given} if given else {}
        if email is not None:
            details["email"] = email
        if details:
            params = {"billing_details": details}
            await call_provider(self._api.payment_methods.update_async(method, _as_params(params)))

    async def subscribe(
        self, customer: str, price: str, method: str | None, trial_days: int | None, key: str
    ) -> StartedSubscription:
        """With a card it is charged now, and where that fails nothing is begun. Without, the browser pays."""
        params: dict[str, Any] = {
            "customer": customer,
            "items": [{"price": price, "quantity": 1}],
            "payment_behavior": "error_if_incomplete" if method else "default_incomplete",
            "payment_settings": {"save_default_payment_method": "on_subscription"},
            "expand": WHOLE,
        }
        if method:
            params["default_payment_method"] = method
        if trial_days:
            params["trial_period_days"] = trial_days
            params["trial_settings"] = {"end_behavior": {"missing_payment_method": "cancel"}}
        made = await call_provider(
            self._api.subscriptions.create_async(_as_params(params), _idempotency_options(key))
        )
        return facts.parse_started_subscription(made)

    async def read_started_subscription(self, subscription: str) -> StartedSubscription:
        params = {"expand": WHOLE}
        return facts.parse_started_subscription(
            await call_provider(
                self._api.subscriptions.retrieve_async(subscription, _as_params(params))
            )
        )

    async def change_subscription(self, change: CardSubscriptionChange, key: str) -> None:
        params = {
            "items": [{"id": change.item, "price": change.price}],
            "proration_behavior": "always_invoice" if change.charges_now else "create_prorations",
            "payment_behavior": "error_if_incomplete",
            **({"default_payment_method": change.method} if change.method else {}),
            **({"proration_date": _to_seconds(change.dated)} if change.dated else {}),
        }
        await call_provider(
            self._api.subscriptions.update_async(
                change.subscription, _as_params(params), _idempotency_options(key)
            )
        )

    async def set_subscription_method(self, subscription: str, method: str) -> None:
        params = {"default_payment_method": method}
        await call_provider(self._api.subscriptions.update_async(subscription, _as_params(params)))

    async def pay_invoice(self, invoice: str, method: str, key: str) -> None:
        params = {"payment_method": method, "off_session": True}
        await call_provider(
            self._api.invoices.pay_async(invoice, _as_params(params), _idempotency_options(key))
        )

    async def preview_change(
        self, customer: str, change: CardSubscriptionChange
    ) -> CardPreviewFact:
        params = {
            "customer": customer,
            "subscription": change.subscription,
            "subscription_details": {
                "items": [{"id": change.item, "price": change.price}],
                "proration_behavior": (
                    "always_invoice" if change.charges_now else "create_prorations"
                ),
                **({"proration_date": _to_seconds(change.dated)} if change.dated else {}),
            },
        }
        found = await call_provider(self._api.invoices.create_preview_async(_as_params(params)))
        return CardPreviewFact(found["amount_due"], found["total"], found["currency"])

    async def cancel_at_period_end(self, subscription: str, *, cancels: bool) -> None:
        params = {"cancel_at_period_end": cancels}
        await call_provider(self._api.subscriptions.update_async(subscription, _as_params(params)))

    async def end_subscription(self, subscription: str) -> None:
        await call_provider(self._api.subscriptions.cancel_async(subscription))

    async def download_invoice_pdf(self, invoice: str) -> bytes | None:
        found = await self._call_unless_missing(self._api.invoices.retrieve_async(invoice))
        link = found and found.get("invoice_pdf")
        content = await self._download_pdf(link) if link else None
        return content if content and content.startswith(b"%PDF-") else None

    def read_event(self, body: bytes, signature: str) -> EventFact:
        try:
            event = self._client.api.construct_event(body, signature, self._webhook_secret)
            return facts.parse_event(event.to_dict())
        except Exception as error:
            raise EventRefused("The event is not signed by the provider, or unreadable") from error

    async def _call_unless_missing(self, call: Any) -> dict[str, Any] | None:
        try:
            return await call_provider(call)
        except CardsRefused as refusal:
            if refusal.context.get("status") == 404:
                return None
            raise

    async def _download_pdf(self, link: str) -> bytes | None:
        """The provider sends on to another of its hosts, at times."""
        for _again in range(3):
            if own := self._client.resolve_own_address(link):
                return await self._client.download(own, MOST_PDF)
            if not _is_provider_link(link):
                return None
            try:
                answer = await self._outbound.get(link, most=MOST_PDF + 1)
            except (AddressRefused, Unreachable):
                return None
            if answer.status == 200:
                return answer.content if len(answer.content) <= MOST_PDF else None
            if answer.location is None:
                return None
            link = answer.location
        return None


def _is_provider_link(link: str) -> bool:
    parts = urlsplit(link)
    host = parts.hostname or ""
    return parts.scheme == "https" and (host == HOST or host.endswith(f".{HOST}"))


def _has_item(found: dict[str, Any]) -> bool:
    """Ours have one; what the vendor made by hand may have none."""
    return bool((found.get("items") or {}).get("data"))


def _to_seconds(moment: datetime) -> int:
    return int(moment.timestamp())


def _idempotency_options(key: str) -> Any:
    return {"idempotency_key": key}


def _as_params(params: dict[str, Any]) -> Any:
    """The SDK has a type of its own for each call's parameters."""
    return params
