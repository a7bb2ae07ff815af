"""Create, change and cancel setup intents."""

from gatehouse.kit.crypto import equal_in_constant_time
from gatehouse_simulators.cards.errors import resource_missing
from gatehouse_simulators.cards.fields import (
    merge_metadata,
)
from gatehouse_simulators.cards.ids import new_entity_id
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.setup.confirm import (
    confirm_setup,
    require_open,
    resolve_setup_method,
)
from gatehouse_simulators.cards.setup.parameters import (
    IntentCancellation,
    IntentChange,
    IntentConfirmation,
    NewIntent,
)
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Entity
from gatehouse_simulators.cards.webhooks.service import emit_event


async def create_setup(ledger: Ledger, data: NewIntent) -> Entity:
    if data.customer:
        await store.get_entity(ledger.db, "customer", data.customer, "customer")
    method = (
        await resolve_setup_method(ledger, data.payment_method) if data.payment_method else None
    )
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
    intent = await store.add_entity(ledger.db, body)
    await emit_event(ledger, "setup_intent.created", body)
    return await confirm_setup(ledger, intent, IntentConfirmation()) if data.confirm else intent


async def find_setup(
    ledger: Ledger, intent_id: str, client_secret: str | None, *, lock: bool
) -> Entity:
    """The intent. `client_secret` is the secret that a browser sent; None for a server."""
    load = store.lock_entity if lock else store.get_entity
    intent = await load(ledger.db, "setup_intent", intent_id)
    if client_secret is not None and not equal_in_constant_time(
        client_secret, intent.body["client_secret"]
    ):
        raise resource_missing("setup_intent", intent_id, "id")
    return intent


async def change_setup(ledger: Ledger, intent_id: str, data: IntentChange) -> Entity:
    intent = await store.lock_entity(ledger.db, "setup_intent", intent_id)
    require_open(intent)
    changes = data.sent_fields()
    if data.customer:
        await store.get_entity(ledger.db, "customer", data.customer, "customer")
    if "payment_method" in changes:
        method = (
            await resolve_setup_method(ledger, data.payment_method) if data.payment_method else None
        )
        changes["payment_method"] = method.id if method else None
        changes["status"] = "requires_confirmation" if method else "requires_payment_method"
    if "metadata" in changes:
        changes["metadata"] = merge_metadata(intent.body["metadata"], data.metadata)
    return await store.save_entity(ledger.db, intent, **changes)


async def cancel_setup(ledger: Ledger, intent_id: str, data: IntentCancellation) -> Entity:
    intent = await store.lock_entity(ledger.db, "setup_intent", intent_id)
    require_open(intent)
    intent = await store.save_entity(
        ledger.db,
        intent,
        status="canceled",
        cancellation_reason=data.cancellation_reason,
        next_action=None,
    )
    await emit_event(ledger, "setup_intent.canceled", intent.body)
    return intent
