"""Bill a subscription, and handle a declined card."""

from datetime import timedelta

from gatehouse_simulators.cards.invoices import service as invoices
from gatehouse_simulators.cards.invoices.payment import ChargeAttempt
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Body, Entity
from gatehouse_simulators.cards.subscriptions import ending
from gatehouse_simulators.cards.subscriptions.build import save_subscription

# After the last refusal the subscription is canceled.
DUNNING = [timedelta(days=3), timedelta(days=5), timedelta(days=7)]


async def find_payment_method(ledger: Ledger, subscription: Body) -> Entity | None:
    """The default card of the subscription or of its customer."""
    method_id = subscription["default_payment_method"]
    if not method_id:
        customer = await store.get_entity(
            ledger.db, "customer", subscription["customer"], "customer"
        )
        method_id = customer.body["invoice_settings"]["default_payment_method"]
    return (
        await store.get_entity(ledger.db, "payment_method", method_id, "customer")
        if method_id
        else None
    )


async def bill_subscription(
    ledger: Ledger, subscription: Entity, lines: list[Body], reason: str, *, attempt: bool = True
) -> tuple[Entity, Entity, ChargeAttempt]:
    """Issue an invoice that includes pending lines, and charge the card."""
    waiting = subscription.private.get("pending_lines", [])
    invoice = await invoices.issue_invoice(ledger, subscription.body, [*waiting, *lines], reason)
    subscription = await save_subscription(
        ledger, subscription, private={"pending_lines": []}, latest_invoice=invoice.id
    )
    by_card = subscription.body["collection_method"] == "charge_automatically"
    if not by_card or not attempt:
        return subscription, invoice, ChargeAttempt(None)
    method = await find_payment_method(ledger, subscription.body)
    invoice, result = await invoices.collect_invoice(ledger, invoice, method)
    return subscription, invoice, result


async def mark_past_due(ledger: Ledger, subscription: Entity, invoice: Entity) -> Entity:
    """Mark the subscription past due, and schedule a retry."""
    again = ledger.now + int(DUNNING[0].total_seconds())
    await invoices.schedule_attempt(ledger, invoice, again)
    private = {"retry_at": again, "retries": 0}
    return await save_subscription(ledger, subscription, private=private, status="past_due")


async def retry_collection(ledger: Ledger, subscription: Entity) -> Entity:
    """Retry the unpaid invoices. After the last failed retry the subscription is canceled."""
    method = await find_payment_method(ledger, subscription.body)
    for invoice in await invoices.open_invoices(ledger, subscription.id):
        invoice, result = await invoices.collect_invoice(ledger, invoice, method)
        if result.error is not None:
            return await _keep_past_due(ledger, subscription, invoice)
    return await recover_subscription(ledger, subscription)


async def _keep_past_due(ledger: Ledger, subscription: Entity, invoice: Entity) -> Entity:
    tried = subscription.private.get("retries", 0) + 1
    if tried >= len(DUNNING):
        await invoices.schedule_attempt(ledger, invoice, None)
        return await ending.end_subscription(ledger, subscription, "payment_failed")
    again = ledger.now + int(DUNNING[tried].total_seconds())
    await invoices.schedule_attempt(ledger, invoice, again)
    return await save_subscription(
        ledger, subscription, private={"retry_at": again, "retries": tried}
    )


async def recover_subscription(ledger: Ledger, subscription: Entity) -> Entity:
    """Activate the subscription again once no invoice is open."""
    if await invoices.open_invoices(ledger, subscription.id):
        return subscription
    nothing = {"retry_at": None, "retries": 0}
    return await save_subscription(ledger, subscription, private=nothing, status="active")
