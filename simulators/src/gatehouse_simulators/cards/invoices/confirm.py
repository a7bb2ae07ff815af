"""Payments that the browser confirms: the first invoice, or a bank's challenge."""

from gatehouse.kit.crypto import equal_in_constant_time
from gatehouse_simulators.cards.errors import CardDeclined, CardRefusal, resource_missing
from gatehouse_simulators.cards.invoices import service as invoices
from gatehouse_simulators.cards.invoices.pay import lock_subscription, settle_subscription
from gatehouse_simulators.cards.invoices.payment import charge_card
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.methods import service as methods
from gatehouse_simulators.cards.methods.behavior import decline_error
from gatehouse_simulators.cards.setup.parameters import IntentConfirmation
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Body, Entity

OPEN = ("requires_payment_method", "requires_confirmation", "requires_action")
NOT_AUTHENTICATED: Body = {
    "type": "invalid_request_error",
    "code": "payment_intent_authentication_failure",
    "message": "We are unable to authenticate your payment method. Please choose a different "
    "payment method and try again.",
}


async def find_intent(
    ledger: Ledger, intent_id: str, client_secret: str | None, *, lock: bool
) -> Entity:
    """The intent. `client_secret` is the secret that a browser sent; None for a server."""
    load = store.lock_entity if lock else store.get_entity
    intent = await load(ledger.db, "payment_intent", intent_id)
    if client_secret is not None and not equal_in_constant_time(
        client_secret, intent.body["client_secret"]
    ):
        raise resource_missing("payment_intent", intent_id, "id")
    return intent


async def confirm_intent(ledger: Ledger, intent: Entity, data: IntentConfirmation) -> Entity:
    """Pay with the intent. It is paid, or challenged by the bank (`requires_action`), or 402 with the
    reason stored."""
    if intent.body["status"] not in OPEN:
        raise _unexpected_state(intent)
    if data.payment_method_data:
        method = await methods.create_method(ledger, data.payment_method_data)
    elif data.payment_method:
        method = await methods.resolve_method(ledger, data.payment_method, "payment_method")
    elif intent.body["status"] == "requires_action":
        return intent
    else:
        raise CardRefusal(
            "You cannot confirm this PaymentIntent because it's missing a payment method.",
            "payment_intent_unexpected_state",
        )
    saves = method.private["saves"]
    if saves not in ("ok", "challenge"):
        return await _fail(ledger, intent, {**decline_error(saves), "payment_method": method.body})
    intent, attempt = await charge_card(ledger, intent, method)
    if attempt.needs_owner:
        return intent
    if attempt.error:
        return await _fail(ledger, intent, attempt.error)
    return await _succeed(ledger, intent, method)


async def authenticate_intent(ledger: Ledger, intent: Entity, *, approved: bool) -> Entity:
    """Apply the cardholder's answer to the bank's challenge."""
    if intent.body["status"] != "requires_action":
        raise _unexpected_state(intent)
    method_id = intent.body["payment_method"]
    method = await store.lock_entity(ledger.db, "payment_method", method_id, "payment_method")
    after = method.private["after_challenge"]
    if approved and after == "ok":
        intent = await store.save_entity(
            ledger.db,
            intent,
            status="succeeded",
            amount_received=intent.body["amount"],
            last_payment_error=None,
            next_action=None,
        )
        return await _succeed(ledger, intent, method)
    error: Body = {**decline_error(after)} if approved else NOT_AUTHENTICATED
    return await _fail(ledger, intent, {**error, "payment_method": method.body}, raises=False)


async def _succeed(ledger: Ledger, intent: Entity, method: Entity) -> Entity:
    method = await methods.attach_checked(ledger, method, intent.body["customer"])
    invoice = await store.lock_entity(ledger.db, "invoice", intent.private["invoice"])
    subscription = await lock_subscription(ledger, invoice)
    await invoices.mark_paid(ledger, invoice, intent)
    await settle_subscription(ledger, subscription, method)
    return intent


async def _fail(ledger: Ledger, intent: Entity, error: Body, *, raises: bool = True) -> Entity:
    intent = await store.save_entity(
        ledger.db,
        intent,
        status="requires_payment_method",
        payment_method=None,
        last_payment_error=error,
        next_action=None,
    )
    invoice = await store.lock_entity(ledger.db, "invoice", intent.private["invoice"])
    await invoices.mark_failed(ledger, invoice, needs_owner=False)
    if raises:
        raise CardDeclined({**error, "payment_intent": intent.body})
    return intent


def _unexpected_state(intent: Entity) -> CardRefusal:
    return CardRefusal(
        f"You cannot do this to a PaymentIntent that has a status of {intent.body['status']}.",
        "payment_intent_unexpected_state",
        payment_intent=intent.body,
    )
