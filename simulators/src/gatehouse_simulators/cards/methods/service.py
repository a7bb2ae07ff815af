"""Create, change, attach and detach payment methods."""

from typing import Any, Literal

from pydantic import EmailStr, Field

from gatehouse_simulators.cards.errors import CardRefusal, CardRejected
from gatehouse_simulators.cards.fields import (
    CardAddress,
    Clearable,
    Metadata,
    Parameters,
    Text,
    merge_metadata,
)
from gatehouse_simulators.cards.ids import new_entity_id
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.methods.behavior import NAMED, decline_error
from gatehouse_simulators.cards.methods.card_input import CardInput, read_card
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Body, Entity
from gatehouse_simulators.cards.webhooks.service import emit_event

AllowRedisplay = Literal["always", "limited", "unspecified"]


class CardBillingDetails(Parameters):
    email: Clearable[EmailStr] = None
    name: Clearable[Text] = None
    phone: Clearable[Text] = None
    address: Clearable[CardAddress] = None


class NewMethod(Parameters):
    type: Literal["card"]
    card: CardInput
    billing_details: CardBillingDetails | None = None
    allow_redisplay: AllowRedisplay = "unspecified"
    metadata: Metadata = Field({})


class CardChange(Parameters):
    exp_month: int | None = None
    exp_year: int | None = None


class MethodChange(Parameters):
    billing_details: CardBillingDetails | None = None
    allow_redisplay: AllowRedisplay | None = None
    card: CardChange | None = None
    metadata: Metadata = Field({})


async def create_method(ledger: Ledger, data: NewMethod) -> Entity:
    shown, behavior = read_card(data.card)
    body = {
        "id": new_entity_id("pm"),
        "object": "payment_method",
        "allow_redisplay": data.allow_redisplay,
        "billing_details": merge_billing_details({}, data.billing_details),
        "card": shown,
        "created": ledger.now,
        "customer": None,
        "livemode": False,
        "metadata": data.metadata,
        "type": "card",
    }
    return await store.add_entity(ledger.db, body, behavior)


async def resolve_method(ledger: Ledger, method_id: str, param: str) -> Entity:
    """The method, locked; a new one for test ids such as `pm_card_visa`."""
    number = NAMED.get(method_id)
    if number is None:
        return await store.lock_entity(ledger.db, "payment_method", method_id, param)
    card = CardInput(number=number, exp_month=12, exp_year=ledger.at.year + 4, cvc="123")
    return await create_method(ledger, NewMethod(type="card", card=card))


async def find_owned_method(ledger: Ledger, method_id: str, customer_id: str, param: str) -> Entity:
    """The method, if it is attached to this customer."""
    method = await store.get_entity(ledger.db, "payment_method", method_id, param)
    if method.body["customer"] != customer_id:
        raise CardRefusal(
            "The customer does not have a payment method with the ID "
            f"{method_id}. The payment method must be attached to the customer.",
            "resource_missing",
            param=param,
        )
    return method


async def attach_method(
    ledger: Ledger, method_id: str, customer_id: str, param: str = "id"
) -> Entity:
    """Attach a card to a customer. A card that would be declined is declined here."""
    await store.get_entity(ledger.db, "customer", customer_id, "customer")
    method = await resolve_method(ledger, method_id, param)
    if method.private["saves"] not in ("ok", "challenge"):
        raise CardRejected(decline_error(method.private["saves"]))
    return await attach_checked(ledger, method, customer_id)


async def attach_checked(ledger: Ledger, method: Entity, customer_id: str) -> Entity:
    if method.body["customer"] == customer_id:
        return method
    if method.body["customer"] or method.private.get("detached"):
        raise CardRefusal(
            "This PaymentMethod was previously used without being attached to a Customer or was "
            "detached from a Customer, and may not be used again."
        )
    method = await store.save_entity(ledger.db, method, customer=customer_id)
    await emit_event(ledger, "payment_method.attached", method.body)
    return method


async def detach_method(ledger: Ledger, method_id: str) -> Entity:
    """Detach a card permanently, also where it is a default."""
    before = await store.lock_entity(ledger.db, "payment_method", method_id)
    customer_id = before.body["customer"]
    if customer_id is None:
        raise CardRefusal("The payment method you provided is not attached to a customer.")
    method = await store.save_entity(ledger.db, before, customer=None)
    method = await store.save_private(ledger.db, method, detached=True)
    await emit_event(ledger, "payment_method.detached", method.body, before.body)
    await _clear_default(ledger, method_id, customer_id)
    return method


async def _clear_default(ledger: Ledger, method_id: str, customer_id: str) -> None:
    customer = await store.lock_entity(ledger.db, "customer", customer_id)
    settings = customer.body["invoice_settings"]
    if settings["default_payment_method"] == method_id:
        settings = {**settings, "default_payment_method": None}
        changed = await store.save_entity(ledger.db, customer, invoice_settings=settings)
        await emit_event(ledger, "customer.updated", changed.body, customer.body)
    used = {"customer": customer_id, "default_payment_method": method_id}
    for found in await store.list_all(ledger.db, "subscription", **used):
        subscription = await store.lock_entity(ledger.db, "subscription", found.id)
        changed = await store.save_entity(ledger.db, subscription, default_payment_method=None)
        await emit_event(ledger, "customer.subscription.updated", changed.body, subscription.body)


async def change_method(ledger: Ledger, method_id: str, data: MethodChange) -> Entity:
    before = await store.lock_entity(ledger.db, "payment_method", method_id)
    if before.body["customer"] is None:
        raise CardRefusal(
            "You must save this PaymentMethod to a customer before you can update it."
        )
    body = before.body
    changes: dict[str, Any] = {}
    if data.billing_details is not None:
        changes["billing_details"] = merge_billing_details(
            body["billing_details"], data.billing_details
        )
    if data.allow_redisplay:
        changes["allow_redisplay"] = data.allow_redisplay
    if data.card:
        changes["card"] = {**body["card"], **data.card.sent_fields()}
    if "metadata" in data.model_fields_set:
        changes["metadata"] = merge_metadata(body["metadata"], data.metadata)
    method = await store.save_entity(ledger.db, before, **changes)
    if method.body != body:
        await emit_event(ledger, "payment_method.updated", method.body, body)
    return method


def merge_billing_details(now: Body, given: CardBillingDetails | None) -> Body:
    """Replace the fields that were sent and keep the others."""
    details: dict[str, Any] = given.sent_fields("address") if given else {}
    empty = {"email": None, "name": None, "phone": None, "tax_id": None}
    address = now.get("address") or CardAddress().model_dump()
    if given and given.address:
        address = {**address, **given.address.sent_fields()}
    return {**empty, **now, **details, "address": address}
