from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Entity
from gatehouse_simulators.cards.webhooks.service import emit_event


async def set_balance(ledger: Ledger, customer_id: str, balance: int) -> Entity:
    """Set the amount that the customer owes; below zero, the amount that is owed to the customer."""
    before = await store.lock_entity(ledger.db, "customer", customer_id)
    if before.body["balance"] == balance:
        return before
    customer = await store.save_entity(ledger.db, before, balance=balance)
    await emit_event(ledger, "customer.updated", customer.body, before.body)
    return customer
