"""The port to the card provider, in memory: charges are counted, answers can be lost, cards declined."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import orjson

from gatehouse.billing.errors import CardDeclined, CardsBusy, CardsUnavailable, EventRefused
from gatehouse.billing.models import Every, Price
from gatehouse.billing.provider.port import (
    AccountFact,
    Address,
    CardFact,
    CardPreviewFact,
    CardSubscriptionChange,
    CardSubscriptionFact,
    EventFact,
    InvoiceFact,
    SetupFact,
    StartedSubscription,
)
from gatehouse.kit import clock
from gatehouse.kit.db.held_connections import check_no_connection_held

PDF = b"%PDF-1.7 an invoice"
SIGNED = "signed"


def name(prefix: str) -> str:
    return f"{prefix}_{uuid4().hex[:20]}"


class StandIn:
    publishable_key = "pk_test_stand_in"
    script_url = "https://js.provider.test/v3/"

    def __init__(self) -> None:
        self.prices: dict[str, Price] = {}
        self.customers: dict[str, dict[str, Any]] = {}
        self.subscriptions: dict[str, tuple[str, CardSubscriptionFact]] = {}
        self.methods: dict[str, CardFact] = {}
        self.invoices: dict[str, tuple[str, InvoiceFact]] = {}
        self.charges: list[int] = []
        self.done: dict[str, tuple[Any, Any]] = {}
        self.declined: set[str] = set()
        self.loses_answers = False
        self.is_away = False

    # What a test prepares and what happens elsewhere.

    def sells(self, amount: int, every: Every = "month") -> str:
        price = name("price")
        self.prices[price] = Price(price, name("prod"), amount, "usd", every, 1)
        return price

    def add_card(self, customer: str, last4: str = "4242", *, declines: bool = False) -> str:
        """As a browser does with the secret of a setup."""
        method = CardFact(
            "visa", last4, 12, 2034, "Pat Doe", None, name("pm"), customer, Address(), clock.now()
        )
        self.methods[method.id] = method
        if declines:
            self.declined.add(method.id)
        return method.id

    def remove_card(self, method: str) -> None:
        del self.methods[method]

    def set_status(self, subscription: str, status: str, **more: Any) -> None:
        customer, fact = self.subscriptions[subscription]
        self.subscriptions[subscription] = customer, replace(fact, status=status, **more)

    def renewed(self, subscription: str) -> None:
        """A period later, paid."""
        customer, fact = self.subscriptions[subscription]
        begins = fact.period_ends_at
        invoice = self._bill(customer, subscription, self.prices[fact.price].amount, "paid")
        self.set_status(
            subscription,
            "active",
            latest_invoice=invoice,
            period_starts_at=begins,
            period_ends_at=begins + timedelta(days=30),
        )

    # The port.

    async def create_customer(self, tenant: str, key: str) -> str:
        self._ask()
        return str(self._once(key, tenant, lambda: self._new_customer()))

    async def update_customer(self, customer: str, name: str, email: str) -> None:
        self._ask()
        self.customers[customer].update(name=name, email=email)

    async def read_account(self, customer: str) -> AccountFact:
        self._ask()
        return AccountFact(
            self.customers[customer]["default"],
            [fact for owner, fact in self.subscriptions.values() if owner == customer],
            [one for one in self.methods.values() if one.customer == customer],
            [fact for owner, fact in self.invoices.values() if owner == customer],
        )

    async def read_price(self, price: str) -> Price | None:
        self._ask()
        return self.prices.get(price)

    async def read_method(self, method: str) -> CardFact | None:
        self._ask()
        return self.methods.get(method)

    async def begin_setup(self, customer: str, method: str | None) -> SetupFact:
        self._ask()
        assert customer in self.customers
        return SetupFact(name("seti"), f"{name('seti')}_secret_x", method)

    async def set_default_method(self, customer: str, method: str) -> None:
        self._ask()
        self.customers[customer]["default"] = method

    async def change_billing_details(
        self, method: str, email: str | None, address: Address
    ) -> None:
        self._ask()
        known = self.methods[method]
        self.methods[method] = replace(known, email=email or known.email, address=address)

    async def subscribe(
        self, customer: str, price: str, method: str | None, trial_days: int | None, key: str
    ) -> StartedSubscription:
        self._ask()

        def begin() -> StartedSubscription:
            made = name("sub")
            now = clock.now().replace(microsecond=0)
            status = "trialing" if trial_days else "active" if method else "incomplete"
            invoice = None
            if not trial_days:
                amount = self.prices[price].amount
                if method:
                    self._charge(method, amount)
                paid = "paid" if method else "open"
                invoice = self._bill(customer, made, amount, paid)
            ends = now + timedelta(days=trial_days or 30)
            trial_ends = ends if trial_days else None
            self.subscriptions[made] = customer, CardSubscriptionFact(
                name("si"), status, price, method, invoice, now, now, ends, trial_ends,
                cancels_at_period_end=False, canceled_at=None, ended_at=None, id=made,
            )  # fmt: skip
            return StartedSubscription(made, None if status == "active" else f"pi_secret_{made}")

        begun: StartedSubscription = self._once(key, (customer, price, method, trial_days), begin)
        return begun

    async def read_started_subscription(self, subscription: str) -> StartedSubscription:
        self._ask()
        return StartedSubscription(subscription, f"pi_secret_{subscription}")

    async def change_subscription(self, change: CardSubscriptionChange, key: str) -> None:
        self._ask()

        def apply() -> None:
            customer, fact = self.subscriptions[change.subscription]
            method = change.method or fact.method
            invoice = fact.latest_invoice
            if change.charges_now:
                amount = self.prices[change.price].amount - self.prices[fact.price].amount
                self._charge(method or "", amount)
                invoice = self._bill(customer, fact.id, amount, "paid")
            self.set_status(fact.id, fact.status, price=change.price, method=method,
                            latest_invoice=invoice)  # fmt: skip

        self._once(key, change, apply)

    async def set_subscription_method(self, subscription: str, method: str) -> None:
        self._ask()
        self.set_status(subscription, self.subscriptions[subscription][1].status, method=method)

    async def pay_invoice(self, invoice: str, method: str, key: str) -> None:
        self._ask()

        def apply() -> None:
            customer, fact = self.invoices[invoice]
            self._charge(method, fact.total)
            self.invoices[invoice] = customer, replace(fact, status="paid", paid_at=clock.now())
            if fact.subscription:
                self.set_status(fact.subscription, "active")

        self._once(key, (invoice, method), apply)

    async def preview_change(
        self, customer: str, change: CardSubscriptionChange
    ) -> CardPreviewFact:
        self._ask()
        _, fact = self.subscriptions[change.subscription]
        amount = self.prices[change.price].amount - self.prices[fact.price].amount
        return CardPreviewFact(max(0, amount), amount, "usd")

    async def cancel_at_period_end(self, subscription: str, *, cancels: bool) -> None:
        self._ask()
        status = self.subscriptions[subscription][1].status
        self.set_status(subscription, status, cancels_at_period_end=cancels)

    async def end_subscription(self, subscription: str) -> None:
        self._ask()
        self.set_status(subscription, "canceled", ended_at=clock.now())

    async def download_invoice_pdf(self, invoice: str) -> bytes | None:
        self._ask()
        return PDF if invoice in self.invoices else None

    def read_event(self, body: bytes, signature: str) -> EventFact:
        if signature != SIGNED:
            raise EventRefused("The event is not signed")
        return EventFact(**orjson.loads(body))

    def _ask(self) -> None:
        check_no_connection_held("cards")
        if self.is_away:
            raise CardsUnavailable("The payment provider cannot be reached.")

    def _once(self, key: str, what: Any, apply: Any) -> Any:
        if key not in self.done:
            self.done[key] = what, self._try(apply)
        known, answer = self.done[key]
        if known != what:
            raise CardsBusy("The same key, for something else")
        if self.loses_answers:
            raise CardsUnavailable("The payment provider cannot be reached.")
        if isinstance(answer, CardDeclined):
            raise answer
        return answer

    @staticmethod
    def _try(apply: Any) -> Any:
        try:
            return apply()
        except CardDeclined as declined:
            return declined

    def _charge(self, method: str, amount: int) -> None:
        if method in self.declined:
            raise CardDeclined("Your card was declined.")
        self.charges.append(amount)

    def _bill(self, customer: str, subscription: str, amount: int, status: str) -> str:
        invoice = name("in")
        now: datetime = clock.now()
        self.invoices[invoice] = customer, InvoiceFact(
            invoice, subscription, f"ACME-{len(self.invoices) + 1:04}", None, status, "usd", amount,
            now, now if status == "paid" else None,
        )  # fmt: skip
        return invoice

    def _new_customer(self) -> str:
        made = name("cus")
        self.customers[made] = {"default": None}
        return made
