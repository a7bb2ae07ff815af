"""Create, change and delete customers."""

from typing import Any

from pydantic import Field

from gatehouse_simulators.cards.errors import CardRefusal
from gatehouse_simulators.cards.fields import (
    CardAddress,
    Clearable,
    Email,
    EntityId,
    Metadata,
    Parameters,
    Text,
    merge_metadata,
)
from gatehouse_simulators.cards.ids import new_entity_id
from gatehouse_simulators.cards.ledger import Ledger
from gatehouse_simulators.cards.methods import service as methods
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.store.models import Body, Entity
from gatehouse_simulators.cards.webhooks.service import emit_event


class InvoiceSettings(Parameters):
    default_payment_method: Clearable[EntityId] = None
    footer: Clearable[Text] = None


class CustomerChange(Parameters):
    email: Clearable[Email] = None
    name: Clearable[Text] = None
    phone: Clearable[Text] = None
    description: Clearable[Text] = None
    address: Clearable[CardAddress] = None
    metadata: Metadata = Field({})
    preferred_locales: list[Text] = Field([], max_length=20)
    balance: int = Field(0, ge=-99_999_999_999, le=99_999_999_999)
    invoice_settings: InvoiceSettings | None = None


class NewCustomer(CustomerChange):
    payment_method: EntityId | None = None


async def create_customer(ledger: Ledger, data: NewCustomer) -> Entity:
    customer_id = new_entity_id("cus")
    body: Body = {
        "id": customer_id,
        "object": "customer",
        "address": None,
        "balance": 0,
        "created": ledger.now,
        "currency": None,
        "default_source": None,
        "delinquent": False,
        "description": None,
        "discount": None,
        "email": None,
        "invoice_prefix": customer_id[-8:].upper(),
        "invoice_settings": {
            "custom_fields": None,
            "default_payment_method": None,
            "footer": None,
            "rendering_options": None,
        },
        "livemode": False,
        "metadata": {},
        "name": None,
        "next_invoice_sequence": 1,
        "phone": None,
        "preferred_locales": [],
        "shipping": None,
        "tax_exempt": "none",
        "test_clock": None,
    }
    customer = await store.add_entity(ledger.db, body)
    if data.payment_method:
        await methods.attach_method(ledger, data.payment_method, customer_id, "payment_method")
    customer = await store.save_entity(
        ledger.db, customer, **await _read_changes(ledger, customer, data)
    )
    await emit_event(ledger, "customer.created", customer.body)
    return customer


async def change_customer(ledger: Ledger, customer_id: str, data: CustomerChange) -> Entity:
    before = await store.lock_entity(ledger.db, "customer", customer_id)
    customer = await store.save_entity(
        ledger.db, before, **await _read_changes(ledger, before, data)
    )
    if customer.body != before.body:
        await emit_event(ledger, "customer.updated", customer.body, before.body)
    return customer


async def delete_customer(ledger: Ledger, customer_id: str) -> Entity:
    """Delete a customer permanently. The vendor must cancel the subscriptions first."""
    customer = await store.lock_entity(ledger.db, "customer", customer_id)
    for subscription in await store.list_all(ledger.db, "subscription", customer=customer_id):
        if subscription.body["status"] not in ("canceled", "incomplete_expired"):
            raise CardRefusal("Cancel the customer's subscriptions before you delete the customer")
    await emit_event(ledger, "customer.deleted", customer.body)
    gone = {"created": customer.body["created"]}
    body = {"id": customer_id, "object": "customer", "deleted": True, **gone}
    return await store.save_entity(ledger.db, Entity(customer_id, "customer", body, {}))


async def _read_changes(ledger: Ledger, customer: Entity, data: CustomerChange) -> dict[str, Any]:
    changes = data.sent_fields("payment_method", "invoice_settings")
    if "metadata" in changes:
        changes["metadata"] = merge_metadata(customer.body["metadata"], changes["metadata"])
    if data.invoice_settings is not None:
        given = data.invoice_settings.sent_fields()
        if method_id := given.get("default_payment_method"):
            param = "invoice_settings[default_payment_method]"
            await methods.find_owned_method(ledger, method_id, customer.id, param)
        changes["invoice_settings"] = {**customer.body["invoice_settings"], **given}
    return changes
