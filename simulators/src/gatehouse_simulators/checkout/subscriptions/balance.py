"""A customer's credit, by currency: what changes gave back beyond their own cost. It is not refunded,
it pays the next bills."""

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.store import service
from gatehouse_simulators.checkout.store.models import Body, Entity


async def left(db: Db, bill: Body) -> int:
    """The credit of a bill's, or a subscription's, customer in its currency."""
    return _of(await service.get(db, "customer", bill["customer_id"]), bill)


async def give(db: Db, transaction: Body) -> None:
    """Keep what a paid transaction gave back."""
    await _move(db, transaction, int(transaction["details"]["totals"]["credit_to_balance"]))


async def use(db: Db, bill: Body, most: int) -> int:
    """Take up to `most` of the credit away; how much it was."""
    used = usable(_of(await service.lock(db, "customer", bill["customer_id"]), bill), most)
    await _move(db, bill, -used)
    return used


def usable(credit: int, most: int) -> int:
    return min(credit, max(0, most))


def _of(customer: Entity, bill: Body) -> int:
    return int(customer.private.get("credit", {}).get(bill["currency_code"], 0))


async def _move(db: Db, bill: Body, amount: int) -> None:
    if amount:
        customer = await service.lock(db, "customer", bill["customer_id"])
        balances = customer.private.get("credit", {})
        moved = {bill["currency_code"]: _of(customer, bill) + amount}
        await service.keep(db, customer, credit=balances | moved)
