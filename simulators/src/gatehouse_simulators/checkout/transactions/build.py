"""Builds the body of a transaction and of its payment attempts."""

from collections.abc import Sequence
from dataclasses import dataclass

from gatehouse.kit.crypto import new_id
from gatehouse_simulators.checkout.ids import current_timestamp, new_entity_id
from gatehouse_simulators.checkout.pricing.details import build_transaction_details
from gatehouse_simulators.checkout.pricing.lines import PricedLine
from gatehouse_simulators.checkout.store.models import Body


@dataclass(frozen=True, slots=True)
class TransactionDraft:
    """The fields of a new transaction."""

    lines: Sequence[PricedLine]
    currency: str
    origin: str
    customer_id: str | None = None
    address_id: str | None = None
    business_id: str | None = None
    discount_id: str | None = None
    custom_data: Body | None = None
    subscription_id: str | None = None
    billing_period: Body | None = None
    collection_mode: str = "automatic"
    checkout_url: str | None = None
    credit: int = 0


def build_transaction(draft: TransactionDraft) -> Body:
    """A transaction: `ready` once customer and address are known, otherwise `draft`."""
    now, transaction_id = current_timestamp(), new_entity_id("txn")
    complete = draft.customer_id is not None and draft.address_id is not None
    return {
        "id": transaction_id,
        "status": "ready" if complete else "draft",
        "customer_id": draft.customer_id,
        "address_id": draft.address_id,
        "business_id": draft.business_id,
        "custom_data": draft.custom_data,
        "currency_code": draft.currency,
        "origin": draft.origin,
        "subscription_id": draft.subscription_id,
        "invoice_id": None,
        "invoice_number": None,
        "collection_mode": draft.collection_mode,
        "discount_id": draft.discount_id,
        "billing_details": None,
        "billing_period": draft.billing_period,
        "items": build_transaction_items(draft.lines),
        "details": build_transaction_details(draft.lines, draft.currency, draft.credit),
        "payments": [],
        "checkout": _checkout_link(draft.checkout_url, transaction_id),
        "created_at": now,
        "updated_at": now,
        "billed_at": None,
        "revised_at": None,
    }


def build_transaction_items(lines: Sequence[PricedLine]) -> list[Body]:
    return [
        {
            "price": line.item.price,
            "price_id": line.item.price["id"],
            "quantity": line.item.quantity,
            "proration": line.share.wire if line.share else None,
        }
        for line in lines
    ]


def _checkout_link(url: str | None, transaction_id: str) -> Body | None:
    if url is None:
        return None
    return {"url": f"{url}{'&' if '?' in url else '?'}_ptxn={transaction_id}"}


def build_payment_attempt(
    amount: str, card: Body, method_id: str | None, error_code: str | None
) -> Body:
    """An attempt to collect `amount`: captured, or declined with a code."""
    now = current_timestamp()
    return {
        "payment_attempt_id": str(new_id()),
        "stored_payment_method_id": str(new_id()),
        "payment_method_id": method_id,
        "amount": amount,
        "status": "error" if error_code else "captured",
        "error_code": error_code,
        "method_details": {
            "type": "card",
            "card": card,
            "paypal": None,
            "south_korea_local_card": None,
            "underlying_details": None,
        },
        "created_at": now,
        "captured_at": None if error_code else now,
    }
