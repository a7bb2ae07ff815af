"""Pay or void an invoice on request, and update its subscription."""

from gatehouse_simulators.cards.errors import CardDeclined, CardRefusal
from gatehouse_simulators.cards.fields import EntityId, Parameters
from gatehouse_simulators.cards.invoices import service as invoices
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.methods import service as methods
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Entity
from gatehouse_simulators.cards.subscriptions import collection, pending
from gatehouse_simulators.cards.subscriptions.build import save_subscription


class InvoicePayment(Parameters):
    payment_method: EntityId | None = None
    off_session: bool | None = None


async def pay_invoice(ledger: Ledger, invoice_id: str, data: InvoicePayment) -> Entity:
    """Pay an open invoice. Raises `CardDeclined` (402) when the card is declined; the attempt is stored."""
    invoice = await store.lock_entity(ledger.db, "invoice", invoice_id)
    if invoice.body["status"] != "open":
        raise CardRefusal(f"Invoice is already {invoice.body['status']}", "invoice_not_editable")
    subscription = await lock_subscription(ledger, invoice)
    if data.payment_method:
        customer_id = invoice.body["customer"]
        method: Entity | None = await methods.find_owned_method(
            ledger, data.payment_method, customer_id, "payment_method"
        )
    else:
        method = await collection.find_payment_method(ledger, subscription.body)
    if method is None:
        raise CardRefusal(invoices.NO_CARD["message"], invoices.NO_CARD["code"])
    invoice, result = await invoices.collect_invoice(ledger, invoice, method)
    if result.error:
        raise CardDeclined(result.error)
    await settle_subscription(ledger, subscription, method)
    return invoice


async def settle_subscription(ledger: Ledger, subscription: Entity, method: Entity) -> None:
    """Apply what waited for the payment: a pending update, the saved card, the status."""
    subscription = await pending.apply_pending(ledger, subscription)
    saves = subscription.body["payment_settings"]["save_default_payment_method"]
    if saves == "on_subscription":
        subscription = await save_subscription(
            ledger, subscription, default_payment_method=method.id
        )
    if subscription.body["status"] == "incomplete":
        await save_subscription(ledger, subscription, status="active")
    elif subscription.body["status"] == "past_due":
        await collection.recover_subscription(ledger, subscription)


async def void_invoice(ledger: Ledger, invoice_id: str) -> Entity:
    invoice = await store.lock_entity(ledger.db, "invoice", invoice_id)
    if invoice.body["status"] != "open":
        raise CardRefusal(f"Invoice is already {invoice.body['status']}", "invoice_not_editable")
    subscription = await lock_subscription(ledger, invoice)
    invoice = await invoices.void_invoice(ledger, invoice)
    if subscription.body["status"] == "past_due":
        await collection.recover_subscription(ledger, subscription)
    return invoice


async def lock_subscription(ledger: Ledger, invoice: Entity) -> Entity:
    subscription_id = invoice.body["parent"]["subscription_details"]["subscription"]
    return await store.lock_entity(ledger.db, "subscription", subscription_id)
