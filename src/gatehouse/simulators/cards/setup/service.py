"""Begin, confirm and cancel the saving of a card."""

from typing import Any, Literal

from pydantic import Field

from gatehouse.kit.crypto import same
from gatehouse.simulators.cards.errors import CardRefused, Refused, missing
from gatehouse.simulators.cards.fields import (
    Clearable,
    EntityId,
    Metadata,
    Parameters,
    Text,
    merged_metadata,
)
from gatehouse.simulators.cards.ids import new_entity_id
from gatehouse.simulators.cards.ledger import Ledger
from gatehouse.simulators.cards.methods import service as methods
from gatehouse.simulators.cards.methods.behavior import decline
from gatehouse.simulators.cards.methods.service import NewMethod
from gatehouse.simulators.cards.store import service as store
from gatehouse.simulators.cards.store.models import Body, Entity
from gatehouse.simulators.cards.subscriptions.build import save as save_subscription
from gatehouse.simulators.cards.webhooks.service import emit

OPEN = ("requires_payment_method", "requires_confirmation", "requires_action")
NOT_AUTHENTICATED: Body = {
    "type": "invalid_request_error",
    "code": "setup_intent_authentication_failure",
    "message": "We are unable to authenticate your payment method. Please choose a different "
    "payment method and try again.",
}


class Automatic(Parameters):
    enabled: bool
    allow_redirects: Literal["always", "never"] = "always"


class IntentChange(Parameters):
    customer: EntityId | None = None
    payment_method: Clearable[EntityId] = None
    payment_method_types: list[Literal["card", "link"]] = Field(
        ["card"], min_length=1, max_length=2
    )
    description: Clearable[Text] = None
    metadata: Metadata = Field({})


class NewIntent(IntentChange):
    automatic_payment_methods: Automatic | None = None
    usage: Literal["off_session", "on_session"] = "off_session"
    confirm: bool = False
    return_url: Text | None = None


class Confirmation(Parameters):
    """`client_secret` when a browser confirms."""

    client_secret: Text | None = None
    payment_method: EntityId | None = None
    payment_method_data: NewMethod | None = None
    return_url: Text | None = None
    use_stripe_sdk: bool | None = None


class Cancellation(Parameters):
    cancellation_reason: Literal["abandoned", "duplicate", "requested_by_customer"] | None = None


async def create(ledger: Ledger, data: NewIntent) -> Entity:
    if data.customer:
        await store.get(ledger.db, "customer", data.customer, "customer")
    method = await _method(ledger, data.payment_method) if data.payment_method else None
    intent_id = new_entity_id("seti")
    body = {
        "id": intent_id,
        "object": "setup_intent",
        "application": None,
        "automatic_payment_methods": (
            data.automatic_payment_methods.model_dump() if data.automatic_payment_methods else None
        ),
        "cancellation_reason": None,
        "client_secret": f"{intent_id}_secret_{new_entity_id('x')[2:]}",
        "created": ledger.now,
        "customer": data.customer,
        "description": data.description,
        "excluded_payment_method_types": None,
        "flow_directions": None,
        "last_setup_error": None,
        "latest_attempt": None,
        "livemode": False,
        "mandate": None,
        "metadata": data.metadata,
        "next_action": None,
        "on_behalf_of": None,
        "payment_method": method.id if method else None,
        "payment_method_configuration_details": None,
        "payment_method_options": {
            "card": {
                "mandate_options": None,
                "network": None,
                "request_three_d_secure": "automatic",
            }
        },
        "payment_method_types": data.payment_method_types,
        "single_use_mandate": None,
        "status": "requires_confirmation" if method else "requires_payment_method",
        "usage": data.usage,
    }
    intent = await store.add(ledger.db, body)
    await emit(ledger, "setup_intent.created", body)
    return await confirm(ledger, intent, Confirmation()) if data.confirm else intent


async def find(ledger: Ledger, intent_id: str, client_secret: str | None, *, lock: bool) -> Entity:
    """`client_secret`: what a browser brought; None from a server."""
    load = store.lock if lock else store.get
    intent = await load(ledger.db, "setup_intent", intent_id)
    if client_secret is not None and not same(client_secret, intent.body["client_secret"]):
        raise missing("setup_intent", intent_id, "id")
    return intent


async def change(ledger: Ledger, intent_id: str, data: IntentChange) -> Entity:
    intent = await store.lock(ledger.db, "setup_intent", intent_id)
    _require_open(intent)
    changes = data.given()
    if data.customer:
        await store.get(ledger.db, "customer", data.customer, "customer")
    if "payment_method" in changes:
        method = await _method(ledger, data.payment_method) if data.payment_method else None
        changes["payment_method"] = method.id if method else None
        changes["status"] = "requires_confirmation" if method else "requires_payment_method"
    if "metadata" in changes:
        changes["metadata"] = merged_metadata(intent.body["metadata"], data.metadata)
    return await store.save(ledger.db, intent, **changes)


async def confirm(ledger: Ledger, intent: Entity, data: Confirmation) -> Entity:
    """Saved, asked for by the bank (`requires_action`), or 402 with the reason kept."""
    _require_open(intent)
    if data.payment_method_data:
        method = await methods.create(ledger, data.payment_method_data)
    else:
        method_id = data.payment_method or intent.body["payment_method"]
        if not method_id:
            raise Refused(
                "You cannot confirm this SetupIntent because it's missing a payment method.",
                "parameter_missing",
            )
        method = await _method(ledger, method_id)
    saves = method.private["saves"]
    if saves == "challenge":
        return await _ask_bank(ledger, intent, method)
    if saves != "ok":
        return await _fail(ledger, intent, method, decline(saves))
    return await _succeed(ledger, intent, method)


async def authenticate(ledger: Ledger, intent: Entity, *, approved: bool) -> Entity:
    """What the card's owner told the bank."""
    if intent.body["status"] != "requires_action":
        raise _unexpected(intent)
    method = await _method(ledger, intent.body["payment_method"])
    if not approved:
        return await _fail(ledger, intent, method, NOT_AUTHENTICATED, raises=False)
    after = method.private["after_challenge"]
    if after != "ok":
        return await _fail(ledger, intent, method, decline(after), raises=False)
    return await _succeed(ledger, intent, method)


async def cancel(ledger: Ledger, intent_id: str, data: Cancellation) -> Entity:
    intent = await store.lock(ledger.db, "setup_intent", intent_id)
    _require_open(intent)
    intent = await store.save(
        ledger.db,
        intent,
        status="canceled",
        cancellation_reason=data.cancellation_reason,
        next_action=None,
    )
    await emit(ledger, "setup_intent.canceled", intent.body)
    return intent


async def _method(ledger: Ledger, method_id: str) -> Entity:
    return await methods.named(ledger, method_id, "payment_method")


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
    await emit(ledger, "setup_intent.succeeded", intent.body)
    if subscription_id := intent.private.get("subscription"):
        subscription = await store.lock(ledger.db, "subscription", subscription_id)
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
    await emit(ledger, "setup_intent.requires_action", intent.body)
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
    await emit(ledger, "setup_intent.setup_failed", intent.body)
    if raises:
        raise CardRefused({**told, "setup_intent": intent.body})
    return intent


async def _save(ledger: Ledger, intent: Entity, **changes: Any) -> Entity:
    attempt = new_entity_id("setatt")
    return await store.save(ledger.db, intent, latest_attempt=attempt, **changes)


def _require_open(intent: Entity) -> None:
    if intent.body["status"] not in OPEN:
        raise _unexpected(intent)


def _unexpected(intent: Entity) -> Refused:
    return Refused(
        f"You cannot do this to a SetupIntent that has a status of {intent.body['status']}.",
        "setup_intent_unexpected_state",
        setup_intent=intent.body,
    )
