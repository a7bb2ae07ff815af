"""The calls themselves, synchronous; one instance serves one thread at a time."""

import re
from functools import partial
from typing import Any, TypeVar

from paddle_billing.Entities.Shared import CustomData  # type: ignore[import-untyped]
from paddle_billing.Entities.Subscriptions import (  # type: ignore[import-untyped]
    SubscriptionEffectiveFrom,
    SubscriptionOnPaymentFailure,
    SubscriptionProrationBillingMode,
    SubscriptionResumeEffectiveFrom,
)
from paddle_billing.HasParameters import HasParameters  # type: ignore[import-untyped]
from paddle_billing.Operation import Operation  # type: ignore[import-untyped]
from paddle_billing.Resources.Adjustments.Operations import (  # type: ignore[import-untyped]
    ListAdjustments,
)
from paddle_billing.Resources.Customers.Operations import (  # type: ignore[import-untyped]
    CreateCustomer,
    ListCustomers,
    UpdateCustomer,
)
from paddle_billing.Resources.Discounts.Operations import (  # type: ignore[import-untyped]
    ListDiscounts,
)
from paddle_billing.Resources.PaymentMethods.Operations import (  # type: ignore[import-untyped]
    ListPaymentMethods,
)
from paddle_billing.Resources.Subscriptions.Operations import (  # type: ignore[import-untyped]
    CancelSubscription,
    ListSubscriptions,
    PreviewUpdateSubscription,
    ResumeSubscription,
    UpdateSubscription,
)
from paddle_billing.Resources.Subscriptions.Operations.Update import (  # type: ignore[import-untyped]
    SubscriptionDiscount,
    SubscriptionUpdateItem,
)
from paddle_billing.ResponseParser import ResponseParser  # type: ignore[import-untyped]

from gatehouse.providers.payments import facts
from gatehouse.providers.payments.errors import CustomerEmailTaken, PaymentsRefused
from gatehouse.providers.payments.paddle_client import (
    AlreadyThere,
    NoSuchEntity,
    build_paddle_client,
    call_paddle,
    payments_unavailable_error,
)
from gatehouse.providers.payments.port import (
    AdjustmentFact,
    CustomerFact,
    DiscountFact,
    MethodFact,
    PreviewFact,
    PriceFact,
    ProviderChange,
    SubscriptionFact,
    TransactionFact,
)

T = TypeVar("T")
Entity = dict[str, Any]

ENTITY_ID = re.compile(r"[a-z]+_[a-z\d]{26}")


class PaddleCalls:
    """Addresses, credentials, paging and refusals are the SDK's; entities are read by our own lenient
    reader, because the SDK's fails on every field that an answer leaves out."""

    def __init__(self, api_url: str, api_key: str) -> None:
        self._client = build_paddle_client(api_url, api_key)

    def get_or_create_customer(self, email: str, name: str, reference: str) -> CustomerFact:
        """Creating settles races: one of two callers gets 409, which names the one that exists."""
        wanted = CreateCustomer(
            email=email, name=name, custom_data=CustomData({facts.REFERENCE: reference})
        )
        try:
            made = call_paddle(lambda: self._client.post_raw("/customers", wanted))
        except AlreadyThere as there:
            return self._read_existing_customer(there.customer_id, email)
        return _require_fact(facts.parse_customer(_to_entity(made)))

    def _read_existing_customer(self, customer_id: str | None, email: str) -> CustomerFact:
        if customer_id:
            found = self._get_entity(f"/customers/{customer_id}")
        else:
            found = next(iter(self._list_entities("/customers", ListCustomers(emails=[email]))), {})
        return _require_fact(facts.parse_customer(found))

    def change_customer_email(self, customer_id: str, email: str) -> CustomerFact:
        wanted = UpdateCustomer(email=email)
        try:
            changed = call_paddle(
                lambda: self._client.patch_raw(f"/customers/{customer_id}", wanted)
            )
        except AlreadyThere:
            raise CustomerEmailTaken(
                f"{email} belongs to another customer. Use another address."
            ) from None
        return _require_fact(facts.parse_customer(_to_entity(changed)))

    def find_subscription(self, subscription_id: str) -> SubscriptionFact | None:
        found = self._find_entity("/subscriptions", subscription_id)
        return _require_fact(facts.parse_subscription(found)) if found else None

    def list_subscriptions(self, customer_id: str) -> list[SubscriptionFact]:
        wanted = ListSubscriptions(customer_ids=[customer_id])
        return [
            _require_fact(facts.parse_subscription(one))
            for one in self._list_entities("/subscriptions", wanted)
        ]

    def cancel_at_period_end(self, subscription_id: str) -> SubscriptionFact:
        at_the_end = CancelSubscription(SubscriptionEffectiveFrom.NextBillingPeriod)
        return self._send_change("POST", f"/subscriptions/{subscription_id}/cancel", at_the_end)

    def cancel_now(self, subscription_id: str) -> SubscriptionFact:
        at_once = CancelSubscription(SubscriptionEffectiveFrom.Immediately)
        return self._send_change("POST", f"/subscriptions/{subscription_id}/cancel", at_once)

    def remove_scheduled_change(self, subscription_id: str) -> SubscriptionFact:
        nothing_scheduled = UpdateSubscription(scheduled_change=None)
        return self._send_change("PATCH", f"/subscriptions/{subscription_id}", nothing_scheduled)

    def resume_subscription(self, subscription_id: str) -> SubscriptionFact:
        now = ResumeSubscription(SubscriptionResumeEffectiveFrom.Immediately)
        return self._send_change("POST", f"/subscriptions/{subscription_id}/resume", now)

    def _send_change(self, method: str, path: str, operation: Operation) -> SubscriptionFact:
        send = self._client.post_raw if method == "POST" else self._client.patch_raw
        return _require_fact(
            facts.parse_subscription(_to_entity(call_paddle(lambda: send(path, operation))))
        )

    def preview_subscription_change(
        self, subscription_id: str, change: ProviderChange
    ) -> PreviewFact:
        path, wanted = f"/subscriptions/{subscription_id}/preview", _build_change_fields(change)
        answer = call_paddle(
            lambda: self._client.patch_raw(path, PreviewUpdateSubscription(**wanted))
        )
        return _require_fact(facts.parse_preview(_to_entity(answer)))

    def change_subscription(self, subscription_id: str, change: ProviderChange) -> SubscriptionFact:
        fields = _build_change_fields(change)
        # A paused subscription, changed without a bill, accepts no other field.
        if change.mode != "do_not_bill":
            fields["on_payment_failure"] = SubscriptionOnPaymentFailure.PreventChange
        wanted = UpdateSubscription(**fields)
        return self._send_change("PATCH", f"/subscriptions/{subscription_id}", wanted)

    def start_payment_method_change(self, subscription_id: str) -> TransactionFact:
        path = f"/subscriptions/{subscription_id}/update-payment-method-transaction"
        return _require_fact(facts.parse_transaction(self._get_entity(path)))

    def find_transaction(self, transaction_id: str) -> TransactionFact | None:
        found = self._find_entity("/transactions", transaction_id)
        return _require_fact(facts.parse_transaction(found)) if found else None

    def list_adjustments_of_customer(self, customer_id: str) -> list[AdjustmentFact]:
        wanted = ListAdjustments(customer_ids=[customer_id])
        return [
            _require_fact(facts.parse_adjustment(one))
            for one in self._list_entities("/adjustments", wanted)
        ]

    def find_invoice_link(self, transaction_id: str) -> str | None:
        """None also for what is not complete yet, or cost nothing."""
        if not ENTITY_ID.fullmatch(transaction_id):
            return None
        try:
            found = self._get_entity(f"/transactions/{transaction_id}/invoice")
        except (NoSuchEntity, PaymentsRefused):
            return None
        return str(found["url"]) if found.get("url") else None

    def list_payment_methods(self, customer_id: str) -> list[MethodFact]:
        if not ENTITY_ID.fullmatch(customer_id):
            return []
        path = f"/customers/{customer_id}/payment-methods"
        found = sorted(
            self._list_entities(path, ListPaymentMethods()),
            key=lambda one: str(one.get("saved_at")),
            reverse=True,
        )
        return [method for one in found if (method := facts.parse_method(one))]

    def find_discount_by_code(self, code: str) -> DiscountFact | None:
        found = self._list_entities("/discounts", ListDiscounts(codes=[code]))
        return _require_fact(facts.parse_discount(found[0])) if found else None

    def find_discount(self, discount_id: str) -> DiscountFact | None:
        found = self._find_entity("/discounts", discount_id)
        return _require_fact(facts.parse_discount(found)) if found else None

    def find_price(self, price_id: str) -> PriceFact | None:
        found = self._find_entity("/prices", price_id)
        return _require_fact(facts.parse_price(found)) if found else None

    def _get_entity(self, path: str) -> Entity:
        return _to_entity(call_paddle(lambda: self._client.get_raw(path)))

    def _find_entity(self, collection: str, identifier: str) -> Entity | None:
        """None when there is no such entity; an id of another form is never sent."""
        if not ENTITY_ID.fullmatch(identifier):
            return None
        try:
            return self._get_entity(f"{collection}/{identifier}")
        except NoSuchEntity:
            return None

    def _list_entities(self, path: str, wanted: HasParameters) -> list[Entity]:
        """Read all pages. A page without entries ends the list, even if it names a next page."""
        found: list[Entity] = []
        answer = call_paddle(lambda: self._client.get_raw(path, wanted))
        while entities := _to_entities(answer):
            found += entities
            pagination = ResponseParser(answer).get_pagination()
            if not (pagination.has_more and pagination.next):
                break
            answer = call_paddle(partial(self._client.get_raw, pagination.next))
        return found


def _build_change_fields(change: ProviderChange) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    if change.lines:
        fields["items"] = [
            SubscriptionUpdateItem(line.price_id, line.quantity) for line in change.lines
        ]
        fields["proration_billing_mode"] = SubscriptionProrationBillingMode(change.mode)
    if change.discount_id:
        now = SubscriptionEffectiveFrom.Immediately
        fields["discount"] = SubscriptionDiscount(change.discount_id, now)
    return fields


def _to_entity(answer: Any) -> Entity:
    data = call_paddle(lambda: ResponseParser(answer).get_data())
    if not isinstance(data, dict):
        raise payments_unavailable_error("no entity")
    return data


def _to_entities(answer: Any) -> list[Entity]:
    data = call_paddle(lambda: ResponseParser(answer).get_data())
    if not isinstance(data, list):
        raise payments_unavailable_error("no list")
    return [one for one in data if isinstance(one, dict)]


def _require_fact(fact: T | None) -> T:
    if fact is None:
        raise payments_unavailable_error("unreadable entity")
    return fact
