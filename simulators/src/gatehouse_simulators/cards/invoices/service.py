"""Issue, collect and void invoices."""

from typing import Any

from gatehouse_simulators.cards.customers.balance import set_balance
from gatehouse_simulators.cards.envelope import build_list
from gatehouse_simulators.cards.ids import new_entity_id
from gatehouse_simulators.cards.invoices.build import (
    build_invoice,
    build_invoice_payment,
    build_payment_intent,
)
from gatehouse_simulators.cards.invoices.payment import ChargeAttempt, charge_card
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Body, Entity
from gatehouse_simulators.cards.webhooks.service import emit_event

NO_CARD: Body = {
    "type": "invalid_request_error",
    "code": "resource_missing",
    "message": "This customer has no attached payment source or default payment method. Please "
    "consider adding a default payment method.",
}

NOTHING_TO_PAY: Body = {
    "payments": build_list([], "/v1/invoice_payments"),
    "confirmation_secret": None,
}


async def issue_invoice(
    ledger: Ledger, subscription: Body, lines: list[Body], reason: str
) -> Entity:
    """Issue a final invoice. An invoice with nothing due is paid at once."""
    customer = (await store.lock_entity(ledger.db, "customer", subscription["customer"])).body
    body = build_invoice(subscription, customer, lines, reason, ledger.now)
    if subscription["collection_method"] == "send_invoice":
        body["due_date"] = ledger.now + 86_400 * (subscription["days_until_due"] or 0)
    invoice = await store.add_entity(ledger.db, body)
    await emit_event(ledger, "invoice.created", invoice.body)
    return await _finalize(ledger, invoice, customer)


async def _finalize(ledger: Ledger, invoice: Entity, customer: Body) -> Entity:
    sequence = customer["next_invoice_sequence"]
    owed = invoice.body["total"] + customer["balance"]
    numbered = await store.lock_entity(ledger.db, "customer", customer["id"])
    await store.save_entity(ledger.db, numbered, next_invoice_sequence=sequence + 1)
    await set_balance(ledger, customer["id"], min(0, owed))
    invoice = await store.save_entity(
        ledger.db,
        invoice,
        number=f"{customer['invoice_prefix']}-{sequence:04}",
        status="open",
        effective_at=ledger.now,
        ending_balance=min(0, owed),
        status_transitions={**invoice.body["status_transitions"], "finalized_at": ledger.now},
    )
    if invoice.body["amount_due"]:
        intent = await store.add_entity(
            ledger.db, build_payment_intent(invoice.body, ledger.now), {"invoice": invoice.id}
        )
        invoice = await _remember_intent(ledger, invoice, intent)
    else:
        invoice = await store.save_private(ledger.db, invoice, expandable=NOTHING_TO_PAY)
    await emit_event(ledger, "invoice.finalized", invoice.body)
    return invoice if invoice.body["amount_due"] else await mark_paid(ledger, invoice)


async def collect_invoice(
    ledger: Ledger, invoice: Entity, method: Entity | None
) -> tuple[Entity, ChargeAttempt]:
    """Try to collect the amount due."""
    if invoice.body["status"] == "paid":
        return invoice, ChargeAttempt(None)
    if method is None:
        invoice = await mark_failed(ledger, invoice, needs_owner=False)
        return invoice, ChargeAttempt(NO_CARD)
    intent = await _lock_intent(ledger, invoice)
    intent, attempt = await charge_card(ledger, intent, method)
    if attempt.error is None:
        return await mark_paid(ledger, invoice, intent), attempt
    return await mark_failed(ledger, invoice, needs_owner=attempt.needs_owner), attempt


async def schedule_attempt(ledger: Ledger, invoice: Entity, at: int | None) -> Entity:
    """Set the time of the next attempt; None for no further attempt."""
    if invoice.body["status"] != "open" or invoice.body["next_payment_attempt"] == at:
        return invoice
    before = invoice.body
    invoice = await store.save_entity(
        ledger.db, invoice, next_payment_attempt=at, auto_advance=at is not None
    )
    await emit_event(ledger, "invoice.updated", invoice.body, before)
    return invoice


async def void_invoice(ledger: Ledger, invoice: Entity) -> Entity:
    now = {**invoice.body["status_transitions"], "voided_at": ledger.now}
    invoice = await store.save_entity(
        ledger.db,
        invoice,
        status="void",
        status_transitions=now,
        next_payment_attempt=None,
        auto_advance=False,
    )
    await emit_event(ledger, "invoice.voided", invoice.body)
    return invoice


async def open_invoices(ledger: Ledger, subscription_id: str) -> list[Entity]:
    """Unpaid invoices, oldest first."""
    parent = {"subscription_details": {"subscription": subscription_id}}
    return await store.list_all(ledger.db, "invoice", status="open", parent=parent)


async def _lock_intent(ledger: Ledger, invoice: Entity) -> Entity:
    intent_id: str = invoice.private["payment_intent"]
    return await store.lock_entity(ledger.db, "payment_intent", intent_id)


async def mark_paid(ledger: Ledger, invoice: Entity, intent: Entity | None = None) -> Entity:
    body = invoice.body
    changes: dict[str, Any] = {"attempted": True}
    if intent:
        changes["attempt_count"] = body["attempt_count"] + 1
        changes["receipt_number"] = f"{new_entity_id('r')[-8:-4]}-{new_entity_id('r')[-4:]}".upper()
    invoice = await store.save_entity(
        ledger.db,
        invoice,
        status="paid",
        amount_paid=body["amount_due"],
        amount_remaining=0,
        next_payment_attempt=None,
        auto_advance=False,
        status_transitions={**body["status_transitions"], "paid_at": ledger.now},
        **changes,
    )
    if intent:
        invoice = await _remember_intent(ledger, invoice, intent)
        await emit_event(ledger, "payment_intent.succeeded", intent.body)
    await emit_event(ledger, "invoice.paid", invoice.body)
    await emit_event(ledger, "invoice.payment_succeeded", invoice.body)
    return invoice


async def mark_failed(ledger: Ledger, invoice: Entity, *, needs_owner: bool) -> Entity:
    count = invoice.body["attempt_count"] + 1
    invoice = await store.save_entity(ledger.db, invoice, attempted=True, attempt_count=count)
    await emit_event(ledger, "invoice.payment_failed", invoice.body)
    if needs_owner:
        await emit_event(ledger, "invoice.payment_action_required", invoice.body)
    return invoice


async def _remember_intent(ledger: Ledger, invoice: Entity, intent: Entity) -> Entity:
    """Store the intent, which `expand` shows."""
    payments = [build_invoice_payment(invoice.body, intent.body)]
    return await store.save_private(
        ledger.db,
        invoice,
        payment_intent=intent.id,
        expandable={
            "payments": build_list(payments, f"/v1/invoice_payments?invoice={invoice.id}"),
            "confirmation_secret": {
                "client_secret": intent.body["client_secret"],
                "type": "payment_intent",
            },
        },
    )
