"""Save the card of a setup intent, directly or after the bank's challenge."""

from typing import Any

from gatehouse_simulators.cards.errors import CardDeclined, CardRefusal
from gatehouse_simulators.cards.ids import new_entity_id
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.methods import service as methods
from gatehouse_simulators.cards.methods.behavior import decline_error
from gatehouse_simulators.cards.setup.parameters import IntentConfirmation
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Body, Entity
from gatehouse_simulators.cards.subscriptions.build import save_subscription
from gatehouse_simulators.cards.webhooks.service import emit_event

OPEN = ("requires_payment_method", "requires_confirmation", "requires_action")
NOT_AUTHENTICATED: Body = {
    "type": "invalid_request_error",
    "code": "setup_intent_authentication_failure",
    "message": "We are unable to authenticate your payment method. Please choose a different "
    "payment method and try again.",
}


async def confirm_setup(ledger: Ledger, intent: Entity, data: IntentConfirmation) -> Entity:
    """Save the card. It is saved, or challenged by the bank (`requires_action`), or 402 with the reason
    stored."""
    require_open(intent)
    if data.payment_method_data:
        method = await methods.create_method(ledger, data.payment_method_data)
    else:
        method_id = data.payment_method or intent.body["payment_method"]
        if not method_id:
            raise CardRefusal(
                "You cannot confirm this SetupIntent because it's missing a payment method.",
                "parameter_missing",
            )
        method = await resolve_setup_method(ledger, method_id)
    saves = method.private["saves"]
    if saves == "challenge":
        return await _ask_bank(ledger, intent, method)
    if saves != "ok":
        return await _fail(ledger, intent, method, decline_error(saves))
    return await _succeed(ledger, intent, method)


async def authenticate_setup(ledger: Ledger, intent: Entity, *, approved: bool) -> Entity:
    """Apply the cardholder's answer to the bank's challenge."""
    if intent.body["status"] != "requires_action":
        raise _unexpected_state(intent)
    method = await resolve_setup_method(ledger, intent.body["payment_method"])
    if not approved:
        return await _fail(ledger, intent, method, NOT_AUTHENTICATED, raises=False)
    after = method.private["after_challenge"]
    if after != "ok":
        return await _fail(ledger, intent, method, decline_error(after), raises=False)
    return await _succeed(ledger, intent, method)


async def resolve_setup_method(ledger: Ledger, method_id: str) -> Entity:
    return await methods.resolve_method(ledger, method_id, "payment_method")


async def _succeed(ledger: Ledger, intent: Entity, method: Entity) -> Entity:
    if customer_id := intent.body["customer"]:
        method = await methods.attach_checked(ledger, method, customer_id)
    intent = await _save(
        ledger,
        intent,
        status="succeeded",
        payment_method=method.id,
        last_setup_error=None,
        next_action=None,
    )
    await emit_event(ledger, "setup_intent.succeeded", intent.body)
    if subscription_id := intent.private.get("subscription"):
        subscription = await store.lock_entity(ledger.db, "subscription", subscription_id)
        if subscription.body["pending_setup_intent"] == intent.id:
            await save_subscription(
                ledger,
                subscription,
                default_payment_method=method.id,
                pending_setup_intent=None,
            )
    return intent


async def _ask_bank(ledger: Ledger, intent: Entity, method: Entity) -> Entity:
    intent = await _save(
        ledger,
        intent,
        status="requires_action",
        payment_method=method.id,
        last_setup_error=None,
        next_action={
            "type": "use_stripe_sdk",
            "use_stripe_sdk": {"type": "three_d_secure_challenge"},
        },
    )
    await emit_event(ledger, "setup_intent.requires_action", intent.body)
    return intent


async def _fail(
    ledger: Ledger, intent: Entity, method: Entity, error: Body, *, raises: bool = True
) -> Entity:
    told = {**error, "payment_method": method.body}
    intent = await _save(
        ledger,
        intent,
        status="requires_payment_method",
        payment_method=None,
        last_setup_error=told,
        next_action=None,
    )
    await emit_event(ledger, "setup_intent.setup_failed", intent.body)
    if raises:
        raise CardDeclined({**told, "setup_intent": intent.body})
    return intent


async def _save(ledger: Ledger, intent: Entity, **changes: Any) -> Entity:
    attempt = new_entity_id("setatt")
    return await store.save_entity(ledger.db, intent, latest_attempt=attempt, **changes)


def require_open(intent: Entity) -> None:
    if intent.body["status"] not in OPEN:
        raise _unexpected_state(intent)


def _unexpected_state(intent: Entity) -> CardRefusal:
    return CardRefusal(
        f"You cannot do this to a SetupIntent that has a status of {intent.body['status']}.",
        "setup_intent_unexpected_state",
        setup_intent=intent.body,
    )
