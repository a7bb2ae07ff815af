"""Pay a checkout: charge the card, after the bank's challenge if there is one, and complete the purchase."""

from typing import Literal

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.cards import CardInput, StoredCard, read_card
from gatehouse_simulators.checkout.errors import CheckoutRefusal
from gatehouse_simulators.checkout.pricing.discounts import refuse_used_up
from gatehouse_simulators.checkout.store import service
from gatehouse_simulators.checkout.store.models import Entity
from gatehouse_simulators.checkout.subscriptions.renewal import recover_subscription
from gatehouse_simulators.checkout.transactions.completion import (
    complete_purchase,
    complete_transaction,
)
from gatehouse_simulators.checkout.transactions.payment import (
    PaymentResult,
    pay_with_card,
    refuse_payment,
    refuse_unpayable,
)
from gatehouse_simulators.checkout.webhooks.service import emit_event

Outcome = Literal["completed", "declined", "action_required"]
Result = tuple[Entity, Entity, Outcome, str | None]


async def pay_checkout(db: Db, checkout_id: str, given: CardInput) -> Result:
    """Checkout, transaction, outcome, and the error code of a declined card. A declined card is not an
    error: the attempt is stored on the transaction, and the buyer may try again."""
    checkout, transaction = await _lock_checkout(db, checkout_id)
    card = read_card(given)
    if card.behavior == "challenge":
        waiting = {"shown": card.shown, "expired": card.expired}
        return (
            await service.save_private(db, checkout, card=waiting),
            transaction,
            "action_required",
            None,
        )
    return await _finish_payment(db, checkout, await pay_with_card(db, transaction, card))


async def authenticate_payment(db: Db, checkout_id: str, *, approved: bool) -> Result:
    """Apply the buyer's answer to the bank's challenge."""
    checkout, transaction = await _lock_checkout(db, checkout_id)
    waiting = checkout.private.get("card")
    if waiting is None:
        raise CheckoutRefusal("checkout_no_challenge", "No card waits for an authentication", 409)
    checkout = await service.save_private(db, checkout, card=None)
    card = StoredCard(waiting["shown"], "approve", waiting["expired"])
    if not approved:
        paid = await refuse_payment(db, transaction, card, "authentication_failed")
    else:
        paid = await pay_with_card(db, transaction, card)
    return await _finish_payment(db, checkout, paid)


async def _lock_checkout(db: Db, checkout_id: str) -> tuple[Entity, Entity]:
    """Lock in the same order as the scheduled work: a subscription before its transactions."""
    checkout = await service.lock_entity(db, "checkout", checkout_id)
    transaction = await service.get_entity(db, "transaction", checkout.body["transaction_id"])
    subscription_id = transaction.body["subscription_id"]
    if subscription_id:
        await service.lock_entity(db, "subscription", subscription_id)
    transaction = await service.lock_entity(db, "transaction", transaction.id)
    refuse_unpayable(transaction)
    if transaction.body["discount_id"] and not subscription_id:
        await refuse_used_up(db, transaction.body)
    return checkout, transaction


async def _finish_payment(db: Db, checkout: Entity, paid: PaymentResult) -> Result:
    if paid.method is None:
        return checkout, paid.transaction, "declined", paid.error_code
    if paid.transaction.body["subscription_id"] is None:
        transaction = await complete_purchase(db, paid.transaction, paid.method)
    else:
        transaction = await _use_card(db, paid.transaction, paid.method)
    return checkout, transaction, "completed", None


async def _use_card(db: Db, transaction: Entity, method: Entity) -> Entity:
    """Charge the subscription to this card from now on. A paid debt makes it active again."""
    subscription = await service.lock_entity(
        db, "subscription", transaction.body["subscription_id"]
    )
    transaction = await complete_transaction(db, transaction)
    subscription = await service.save_private(db, subscription, payment_method_id=method.id)
    if subscription.body["status"] == "past_due":
        await recover_subscription(db, subscription)
    else:
        subscription = await service.save_entity(db, subscription)
        await emit_event(db, "subscription.updated", subscription.body)
    return transaction
