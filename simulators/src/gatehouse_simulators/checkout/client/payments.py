"""Pay a checkout: the card, the bank's question if there is one, and what follows from it."""

from typing import Literal

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.cards import Card, CardInput, read_card
from gatehouse_simulators.checkout.errors import Refused
from gatehouse_simulators.checkout.pricing.discounts import refuse_used_up
from gatehouse_simulators.checkout.store import service
from gatehouse_simulators.checkout.store.models import Entity
from gatehouse_simulators.checkout.subscriptions.renewal import recover
from gatehouse_simulators.checkout.transactions.completion import complete, complete_purchase
from gatehouse_simulators.checkout.transactions.payment import (
    Paid,
    pay_with_card,
    refuse_payment,
    refuse_unpayable,
)
from gatehouse_simulators.checkout.webhooks.service import emit

Outcome = Literal["completed", "declined", "action_required"]
Result = tuple[Entity, Entity, Outcome, str | None]


async def pay(db: Db, checkout_id: str, given: CardInput) -> Result:
    """Checkout, transaction, outcome, and the provider's code of a refusal. A refusal is an answer,
    not an error: it stays on the transaction, and the buyer may try again."""
    checkout, transaction = await _open(db, checkout_id)
    card = read_card(given)
    if card.behavior == "challenge":
        waiting = {"shown": card.shown, "expired": card.expired}
        return await service.keep(db, checkout, card=waiting), transaction, "action_required", None
    return await _settle(db, checkout, await pay_with_card(db, transaction, card))


async def authenticate(db: Db, checkout_id: str, *, approved: bool) -> Result:
    """The bank's question has been answered."""
    checkout, transaction = await _open(db, checkout_id)
    waiting = checkout.private.get("card")
    if waiting is None:
        raise Refused("checkout_no_challenge", "No card waits for an authentication", 409)
    checkout = await service.keep(db, checkout, card=None)
    card = Card(waiting["shown"], "approve", waiting["expired"])
    if not approved:
        paid = await refuse_payment(db, transaction, card, "authentication_failed")
    else:
        paid = await pay_with_card(db, transaction, card)
    return await _settle(db, checkout, paid)


async def _open(db: Db, checkout_id: str) -> tuple[Entity, Entity]:
    """Locked in the order of the clockwork: a subscription comes before its transactions."""
    checkout = await service.lock(db, "checkout", checkout_id)
    transaction = await service.get(db, "transaction", checkout.body["transaction_id"])
    subscription_id = transaction.body["subscription_id"]
    if subscription_id:
        await service.lock(db, "subscription", subscription_id)
    transaction = await service.lock(db, "transaction", transaction.id)
    refuse_unpayable(transaction)
    if transaction.body["discount_id"] and not subscription_id:
        await refuse_used_up(db, transaction.body)
    return checkout, transaction


async def _settle(db: Db, checkout: Entity, paid: Paid) -> Result:
    if paid.method is None:
        return checkout, paid.transaction, "declined", paid.error_code
    if paid.transaction.body["subscription_id"] is None:
        transaction = await complete_purchase(db, paid.transaction, paid.method)
    else:
        transaction = await _use_card(db, paid.transaction, paid.method)
    return checkout, transaction, "completed", None


async def _use_card(db: Db, transaction: Entity, method: Entity) -> Entity:
    """The subscription is charged to this card from now on; a paid debt makes it active again."""
    subscription = await service.lock(db, "subscription", transaction.body["subscription_id"])
    transaction = await complete(db, transaction)
    subscription = await service.keep(db, subscription, payment_method_id=method.id)
    if subscription.body["status"] == "past_due":
        await recover(db, subscription)
    else:
        subscription = await service.save(db, subscription)
        await emit(db, "subscription.updated", subscription.body)
    return transaction
