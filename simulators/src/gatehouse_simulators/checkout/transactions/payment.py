"""Charge a transaction, or record why the payment failed."""

from dataclasses import dataclass

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.cards import StoredCard
from gatehouse_simulators.checkout.errors import CheckoutRefusal
from gatehouse_simulators.checkout.ids import current_timestamp, new_entity_id
from gatehouse_simulators.checkout.store import service
from gatehouse_simulators.checkout.store.models import Body, Entity
from gatehouse_simulators.checkout.switches import take
from gatehouse_simulators.checkout.transactions.build import build_payment_attempt
from gatehouse_simulators.checkout.webhooks.service import emit_event


@dataclass(frozen=True, slots=True)
class PaymentResult:
    """The transaction after the attempt, and the error code if it failed."""

    transaction: Entity
    method: Entity | None
    error_code: str | None


async def pay_with_card(db: Db, transaction: Entity, card: StoredCard) -> PaymentResult:
    """Charge a card that a buyer typed. The caller holds the lock of `transaction`."""
    refuse_unpayable(transaction)
    error_code = await _find_decline_code(db, card)
    if error_code:
        return await _record_failure(db, transaction, card.shown, None, error_code)
    method = await _store_card(db, transaction, card)
    return await _record_capture(db, transaction, method)


async def pay_with_method(db: Db, transaction: Entity, method: Entity) -> PaymentResult:
    """Charge a stored card."""
    error_code = await take(db, "payment.error")
    if error_code is None and method.private.get("declines"):
        error_code = "declined"
    if error_code is not None and transaction.body["details"]["totals"]["grand_total"] != "0":
        return await _record_failure(
            db, transaction, method.body["card"], method.id, error_code or "declined"
        )
    return await _record_capture(db, transaction, method)


async def refuse_payment(
    db: Db, transaction: Entity, card: StoredCard, error_code: str
) -> PaymentResult:
    """Record an attempt that the buyer's bank refused."""
    return await _record_failure(db, transaction, card.shown, None, error_code)


def refuse_unpayable(transaction: Entity) -> None:
    if transaction.body["status"] not in ("ready", "billed", "past_due"):
        raise CheckoutRefusal(
            "transaction_not_ready_cannot_process_payment",
            f"Transaction {transaction.id} is {transaction.body['status']}",
            422,
        )


async def _find_decline_code(db: Db, card: StoredCard) -> str | None:
    asked = await take(db, "payment.error")
    if asked is not None:
        return asked or "declined"
    if card.expired:
        return "expired_card"
    return "declined" if card.behavior == "decline" else None


async def _record_failure(
    db: Db, transaction: Entity, card: Body, method_id: str | None, error_code: str
) -> PaymentResult:
    amount = transaction.body["details"]["totals"]["grand_total"]
    attempt = build_payment_attempt(amount, card, method_id, error_code)
    transaction = await service.save_entity(
        db, transaction, payments=[attempt, *transaction.body["payments"]]
    )
    await emit_event(db, "transaction.payment_failed", transaction.body)
    return PaymentResult(transaction, None, error_code)


async def _record_capture(db: Db, transaction: Entity, method: Entity) -> PaymentResult:
    amount = transaction.body["details"]["totals"]["grand_total"]
    attempt = build_payment_attempt(amount, method.body["card"], method.id, None)
    transaction = await service.save_entity(
        db, transaction, status="paid", payments=[attempt, *transaction.body["payments"]]
    )
    await emit_event(db, "transaction.updated", transaction.body)
    await emit_event(db, "transaction.paid", transaction.body)
    return PaymentResult(transaction, method, None)


async def _store_card(db: Db, transaction: Entity, card: StoredCard) -> Entity:
    """Store the card as the subscription's payment method."""
    now = current_timestamp()
    body = {
        "id": new_entity_id("paymtd"),
        "customer_id": transaction.body["customer_id"],
        "address_id": transaction.body["address_id"],
        "type": "card",
        "card": card.shown,
        "paypal": None,
        "south_korea_local_card": None,
        "underlying_details": None,
        "origin": "subscription",
        "saved_at": now,
        "updated_at": now,
    }
    private = {"declines": card.behavior == "decline_later"}
    method = await service.add_entity(db, "payment_method", body, private)
    await emit_event(db, "payment_method.saved", body)
    return method
