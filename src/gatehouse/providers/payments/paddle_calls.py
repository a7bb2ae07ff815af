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
from gatehouse.providers.payments.errors import EmailTaken, PaymentsRefused
from gatehouse.providers.payments.paddle_client import (
    AlreadyThere,
    NoSuchEntity,
    ask,
    new_client,
    unavailable,
)
from gatehouse.providers.payments.port import (
    AdjustmentFact,
    Change,
    CustomerFact,
    DiscountFact,
    MethodFact,
    PreviewFact,
    PriceFact,
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
        self._client = new_client(api_url, api_key)

    def customer(self, email: str, name: str, reference: str) -> CustomerFact:
        """Creating settles races: one of two callers gets 409, which names the one that exists."""
        wanted = CreateCustomer(
            email=email, name=name, custom_data=CustomData({facts.REFERENCE: reference})
        )
        try:
            made = ask(lambda: self._client.post_raw("/customers", wanted))
        except AlreadyThere as there:
            return self._existing(there.customer_id, email)
        return _known(facts.customer(_entity(made)))

    def _existing(self, customer_id: str | None, email: str) -> CustomerFact:
        if customer_id:
            found = self._get(f"/customers/{customer_id}")
        else:
            found = next(iter(self._list("/customers", ListCustomers(emails=[email]))), {})
        return _known(facts.customer(found))

    def change_email(self, customer_id: str, email: str) -> CustomerFact:
        wanted = UpdateCustomer(email=email)
        try:
            changed = ask(lambda: self._client.patch_raw(f"/customers/{customer_id}", wanted))
        except AlreadyThere:
            raise EmailTaken(f"{email} belongs to another customer. Use another address.") from None
        return _known(facts.customer(_entity(changed)))

    def subscription(self, subscription_id: str) -> SubscriptionFact | None:
        found = self._find("/subscriptions", subscription_id)
        return _known(facts.subscription(found)) if found else None

    def subscriptions_of(self, customer_id: str) -> list[SubscriptionFact]:
        wanted = ListSubscriptions(customer_ids=[customer_id])
        return [_known(facts.subscription(one)) for one in self._list("/subscriptions", wanted)]

    def end(self, subscription_id: str) -> SubscriptionFact:
        at_the_end = CancelSubscription(SubscriptionEffectiveFrom.NextBillingPeriod)
        return self._change("POST", f"/subscriptions/{subscription_id}/cancel", at_the_end)

    def stop(self, subscription_id: str) -> SubscriptionFact:
        at_once = CancelSubscription(SubscriptionEffectiveFrom.Immediately)
        return self._change("POST", f"/subscriptions/{subscription_id}/cancel", at_once)

    def go_on(self, subscription_id: str) -> SubscriptionFact:
        nothing_scheduled = UpdateSubscription(scheduled_change=None)
        return self._change("PATCH", f"/subscriptions/{subscription_id}", nothing_scheduled)

    def unpause(self, subscription_id: str) -> SubscriptionFact:
        now = ResumeSubscription(SubscriptionResumeEffectiveFrom.Immediately)
        return self._change("POST", f"/subscriptions/{subscription_id}/resume", now)

    def _change(self, method: str, path: str, operation: Operation) -> SubscriptionFact:
        send = self._client.post_raw if method == "POST" else self._client.patch_raw
        return _known(facts.subscription(_entity(ask(lambda: send(path, operation)))))

    def preview_change(self, subscription_id: str, change: Change) -> PreviewFact:
        path, wanted = f"/subscriptions/{subscription_id}/preview", _fields(change)
        answer = ask(lambda: self._client.patch_raw(path, PreviewUpdateSubscription(**wanted)))
        return _known(facts.preview(_entity(answer)))

    def change(self, subscription_id: str, change: Change) -> SubscriptionFact:
        fields = _fields(change)
        # A paused subscription, changed without a bill, accepts no other field.
        if change.mode != "do_not_bill":
            fields["on_payment_failure"] = SubscriptionOnPaymentFailure.PreventChange
        wanted = UpdateSubscription(**fields)
        return self._change("PATCH", f"/subscriptions/{subscription_id}", wanted)

    def card_change(self, subscription_id: str) -> TransactionFact:
        path = f"/subscriptions/{subscription_id}/update-payment-method-transaction"
        return _known(facts.transaction(self._get(path)))

    def transaction(self, transaction_id: str) -> TransactionFact | None:
        found = self._find("/transactions", transaction_id)
        return _known(facts.transaction(found)) if found else None

    def adjustments_of(self, customer_id: str) -> list[AdjustmentFact]:
        wanted = ListAdjustments(customer_ids=[customer_id])
        return [_known(facts.adjustment(one)) for one in self._list("/adjustments", wanted)]

    def invoice(self, transaction_id: str) -> str | None:
        """None also for what is not complete yet, or cost nothing."""
        if not ENTITY_ID.fullmatch(transaction_id):
            return None
        try:
            found = self._get(f"/transactions/{transaction_id}/invoice")
        except (NoSuchEntity, PaymentsRefused):
            return None
        return str(found["url"]) if found.get("url") else None

    def methods_of(self, customer_id: str) -> list[MethodFact]:
        if not ENTITY_ID.fullmatch(customer_id):
            return []
        path = f"/customers/{customer_id}/payment-methods"
        found = sorted(
            self._list(path, ListPaymentMethods()),
            key=lambda one: str(one.get("saved_at")),
            reverse=True,
        )
        return [method for one in found if (method := facts.method(one))]

    def discount(self, code: str) -> DiscountFact | None:
        found = self._list("/discounts", ListDiscounts(codes=[code]))
        return _known(facts.discount(found[0])) if found else None

    def discount_with(self, discount_id: str) -> DiscountFact | None:
        found = self._find("/discounts", discount_id)
        return _known(facts.discount(found)) if found else None

    def price(self, price_id: str) -> PriceFact | None:
        found = self._find("/prices", price_id)
        return _known(facts.price(found)) if found else None

    def _get(self, path: str) -> Entity:
        return _entity(ask(lambda: self._client.get_raw(path)))

    def _find(self, collection: str, identifier: str) -> Entity | None:
        """None when there is no such entity; an id of another form is never sent."""
        if not ENTITY_ID.fullmatch(identifier):
            return None
        try:
            return self._get(f"{collection}/{identifier}")
        except NoSuchEntity:
            return None

    def _list(self, path: str, wanted: HasParameters) -> list[Entity]:
        """Every page. One without entries ends the list, whatever it says about a next one."""
        found: list[Entity] = []
        answer = ask(lambda: self._client.get_raw(path, wanted))
        while entities := _entities(answer):
            found += entities
            pagination = ResponseParser(answer).get_pagination()
            if not (pagination.has_more and pagination.next):
                break
            answer = ask(partial(self._client.get_raw, pagination.next))
        return found


def _fields(change: Change) -> dict[str, Any]:
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


def _entity(answer: Any) -> Entity:
    data = ask(lambda: ResponseParser(answer).get_data())
    if not isinstance(data, dict):
        raise unavailable("no entity")
    return data


def _entities(answer: Any) -> list[Entity]:
    data = ask(lambda: ResponseParser(answer).get_data())
    if not isinstance(data, list):
        raise unavailable("no list")
    return [one for one in data if isinstance(one, dict)]


def _known(fact: T | None) -> T:
    if fact is None:
        raise unavailable("unreadable entity")
    return fact
