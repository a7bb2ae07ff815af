"""Bill a subscription: for a change, or for the next period."""

from collections.abc import Sequence

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.ids import current_timestamp
from gatehouse_simulators.checkout.pricing.lines import PricedLine
from gatehouse_simulators.checkout.store import queries, service
from gatehouse_simulators.checkout.store.models import Body, Entity
from gatehouse_simulators.checkout.subscriptions import balance
from gatehouse_simulators.checkout.transactions.build import TransactionDraft, build_transaction
from gatehouse_simulators.checkout.transactions.completion import complete_transaction
from gatehouse_simulators.checkout.transactions.payment import PaymentResult, pay_with_method
from gatehouse_simulators.checkout.transactions.service import refuse_tiny_charge
from gatehouse_simulators.checkout.webhooks.service import emit_event

NO_METHOD = "redacted_payment_method"
TINY_CHARGE = "subscription_update_transaction_balance_less_than_charge_limit"


async def open_bill(
    db: Db,
    subscription: Body,
    lines: Sequence[PricedLine],
    period: Body,
    origin: str,
    *,
    credit: int = 0,
    discount_id: str | None = None,
) -> Entity:
    """Create a billed transaction for this period of the subscription."""
    draft = TransactionDraft(
        lines,
        subscription["currency_code"],
        origin,
        customer_id=subscription["customer_id"],
        address_id=subscription["address_id"],
        business_id=subscription["business_id"],
        discount_id=discount_id,
        custom_data=subscription["custom_data"],
        subscription_id=subscription["id"],
        billing_period=period,
        collection_mode=subscription["collection_mode"],
        credit=credit,
    )
    body = build_transaction(draft) | {"status": "billed", "billed_at": current_timestamp()}
    if origin == "subscription_update":
        refuse_tiny_charge(body["details"], TINY_CHARGE)
    bill = await service.add_entity(db, "transaction", body)
    await emit_event(db, "transaction.created", body)
    await emit_event(db, "transaction.billed", body)
    return bill


async def collect_bill(db: Db, subscription: Entity, bill: Entity) -> PaymentResult:
    """Charge the stored card, if there still is one. A paid bill is completed immediately."""
    method_id = subscription.private["payment_method_id"]
    method = await queries.BY_ID.first(db, method_id, "payment_method")
    if method is None:
        return PaymentResult(bill, None, NO_METHOD)
    paid = await pay_with_method(db, bill, method)
    if paid.error_code:
        return paid
    await balance.add_credit(db, paid.transaction.body)
    return PaymentResult(await complete_transaction(db, paid.transaction), paid.method, None)


async def mark_past_due(db: Db, bill: Entity) -> Entity:
    bill = await service.save_entity(db, bill, status="past_due")
    await emit_event(db, "transaction.updated", bill.body)
    await emit_event(db, "transaction.past_due", bill.body)
    return bill
