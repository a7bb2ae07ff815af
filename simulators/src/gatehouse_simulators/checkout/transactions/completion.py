"""Completes a paid transaction: the subscription, the invoice, the final status."""

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.ids import current_timestamp, new_entity_id
from gatehouse_simulators.checkout.pricing.details import settle_details
from gatehouse_simulators.checkout.pricing.discounts import count_use
from gatehouse_simulators.checkout.store import queries, service
from gatehouse_simulators.checkout.store.models import Body, Entity
from gatehouse_simulators.checkout.subscriptions.build import build_subscription
from gatehouse_simulators.checkout.webhooks.service import emit_event


async def complete_purchase(db: Db, transaction: Entity, method: Entity) -> Entity:
    """Complete a first payment. Its recurring items become a subscription."""
    if transaction.body["discount_id"]:
        await count_use(db, transaction.body["discount_id"])
    if any(item["price"]["billing_cycle"] for item in transaction.body["items"]):
        transaction = await _start_subscription(db, transaction, method)
    return await complete_transaction(db, transaction)


async def complete_transaction(db: Db, transaction: Entity) -> Entity:
    """Number the invoice, settle the fee, and emit `completed`."""
    number = await queries.NEXT_INVOICE.one(db)
    transaction = await service.save_entity(
        db,
        transaction,
        status="completed",
        invoice_id=new_entity_id("inv"),
        invoice_number=f"{clock.now():%Y}-{number:05}",
        billed_at=transaction.body["billed_at"] or current_timestamp(),
        details=settle_details(transaction.body["details"]),
    )
    await emit_event(db, "transaction.updated", transaction.body)
    await emit_event(db, "transaction.completed", transaction.body)
    return transaction


async def _start_subscription(db: Db, transaction: Entity, method: Entity) -> Entity:
    discount: Body | None = None
    if transaction.body["discount_id"]:
        discount = (await service.get_entity(db, "discount", transaction.body["discount_id"])).body
    body = build_subscription(transaction.body, discount)
    subscription = await service.add_entity(
        db, "subscription", body, {"payment_method_id": method.id, "pending": []}
    )
    await emit_event(db, "subscription.created", {**body, "transaction_id": transaction.id})
    on_trial = body["status"] == "trialing"
    await emit_event(db, "subscription.trialing" if on_trial else "subscription.activated", body)
    transaction = await service.save_entity(
        db,
        transaction,
        subscription_id=subscription.id,
        billing_period=body["current_billing_period"],
    )
    await emit_event(db, "transaction.updated", transaction.body)
    return transaction
