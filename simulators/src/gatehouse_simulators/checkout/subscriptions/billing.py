"""Charge a subscription: now for a change, or for the next period."""

from collections.abc import Sequence

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.ids import now_stamp
from gatehouse_simulators.checkout.pricing.lines import Line
from gatehouse_simulators.checkout.store import queries, service
from gatehouse_simulators.checkout.store.models import Body, Entity
from gatehouse_simulators.checkout.subscriptions import balance
from gatehouse_simulators.checkout.transactions.build import Draft, transaction_body
from gatehouse_simulators.checkout.transactions.completion import complete
from gatehouse_simulators.checkout.transactions.payment import Paid, pay_with_method
from gatehouse_simulators.checkout.transactions.service import refuse_tiny_charge
from gatehouse_simulators.checkout.webhooks.service import emit

NO_METHOD = "redacted_payment_method"
TINY_CHARGE = "subscription_update_transaction_balance_less_than_charge_limit"


async def open_bill(
    db: Db,
    subscription: Body,
    lines: Sequence[Line],
    period: Body,
    origin: str,
    *,
    credit: int = 0,
    discount_id: str | None = None,
) -> Entity:
    """A billed transaction for this period of the subscription."""
    draft = Draft(
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
    body = transaction_body(draft) | {"status": "billed", "billed_at": now_stamp()}
    if origin == "subscription_update":
        refuse_tiny_charge(body["details"], TINY_CHARGE)
    bill = await service.add(db, "transaction", body)
    await emit(db, "transaction.created", body)
    await emit(db, "transaction.billed", body)
    return bill


async def collect(db: Db, subscription: Entity, bill: Entity) -> Paid:
    """Charge the card on file, if it is still there; a paid bill is completed at once."""
    method_id = subscription.private["payment_method_id"]
    method = await queries.BY_ID.first(db, method_id, "payment_method")
    if method is None:
        return Paid(bill, None, NO_METHOD)
    paid = await pay_with_method(db, bill, method)
    if paid.error_code:
        return paid
    await balance.give(db, paid.transaction.body)
    return Paid(await complete(db, paid.transaction), paid.method, None)


async def mark_past_due(db: Db, bill: Entity) -> Entity:
    bill = await service.save(db, bill, status="past_due")
    await emit(db, "transaction.updated", bill.body)
    await emit(db, "transaction.past_due", bill.body)
    return bill
