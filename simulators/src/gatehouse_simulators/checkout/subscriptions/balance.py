"""A customer's credit balance by currency: the rest of credits that exceeded a bill. It is not refunded,
but pays the next bills."""

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.store import service
from gatehouse_simulators.checkout.store.models import Body, Entity


async def read_credit(db: Db, bill: Body) -> int:
    """The customer's credit in the currency of a bill or subscription."""
    return _read_balance(await service.get_entity(db, "customer", bill["customer_id"]), bill)


async def add_credit(db: Db, transaction: Body) -> None:
    """Add the credit that a paid transaction left."""
    await _change_balance(
        db, transaction, int(transaction["details"]["totals"]["credit_to_balance"])
    )


async def use_credit(db: Db, bill: Body, most: int) -> int:
    """Use up to `most` of the credit; the amount used."""
    used = usable_credit(
        _read_balance(await service.lock_entity(db, "customer", bill["customer_id"]), bill), most
    )
    await _change_balance(db, bill, -used)
    return used


def usable_credit(credit: int, most: int) -> int:
    return min(credit, max(0, most))


def _read_balance(customer: Entity, bill: Body) -> int:
    return int(customer.private.get("credit", {}).get(bill["currency_code"], 0))


async def _change_balance(db: Db, bill: Body, amount: int) -> None:
    if amount:
        customer = await service.lock_entity(db, "customer", bill["customer_id"])
        balances = customer.private.get("credit", {})
        moved = {bill["currency_code"]: _read_balance(customer, bill) + amount}
        await service.save_private(db, customer, credit=balances | moved)
