"""Customers and their addresses. One customer for each email address."""

from typing import Any, Literal

from asyncpg import UniqueViolationError
from pydantic import BaseModel, Field

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.errors import CheckoutRefusal, not_found
from gatehouse_simulators.checkout.fields import Country, CustomData, Email, Text
from gatehouse_simulators.checkout.ids import current_timestamp, new_entity_id
from gatehouse_simulators.checkout.store import queries, service
from gatehouse_simulators.checkout.store.models import Body, Entity
from gatehouse_simulators.checkout.webhooks.service import emit_event


class NewCustomer(BaseModel):
    email: Email
    name: Text | None = None
    locale: str = Field("en", max_length=16, pattern=r"^[A-Za-z-]+$")
    custom_data: CustomData | None = None


class CustomerChange(BaseModel):
    """Only the fields that are sent change."""

    email: Email = ""
    name: Text | None = None
    locale: str = Field("", max_length=16, pattern=r"^[A-Za-z-]+$")
    status: Literal["active", "archived"] = "active"
    custom_data: CustomData | None = None


class NewAddress(BaseModel):
    country_code: Country
    postal_code: Text | None = Field(None, max_length=20)
    description: Text | None = None
    first_line: Text | None = None
    second_line: Text | None = None
    city: Text | None = None
    region: Text | None = None
    custom_data: CustomData | None = None


class AddressChange(NewAddress):
    country_code: Country = ""
    status: Literal["active", "archived"] = "active"


async def create_customer(db: Db, data: NewCustomer) -> Entity:
    """Create a customer. Raises `customer_already_exists`, with the id of the customer who has this email
    address."""
    now = current_timestamp()
    body = {
        "id": new_entity_id("ctm"),
        "status": "active",
        **data.model_dump(),
        "marketing_consent": False,
        "import_meta": None,
        "created_at": now,
        "updated_at": now,
    }
    customer = await queries.ADD.first(db, body["id"], "customer", body, {})
    if customer is None:
        raise _email_conflict((await queries.CUSTOMER_BY_EMAIL.one(db, data.email)).id)
    await emit_event(db, "customer.created", customer.body)
    return customer


async def change_customer(db: Db, customer_id: str, data: CustomerChange) -> Entity:
    customer = await service.lock_entity(db, "customer", customer_id)
    taken = await queries.CUSTOMER_BY_EMAIL.first(db, data.email)
    if taken and taken.id != customer_id:
        raise _email_conflict(taken.id)
    try:
        customer = await service.save_entity(db, customer, **data.model_dump(exclude_unset=True))
    except UniqueViolationError:
        raise CheckoutRefusal(
            "conflict", "Another customer takes this email just now", 409
        ) from None
    await emit_event(db, "customer.updated", customer.body)
    return customer


async def create_address(db: Db, customer_id: str, data: NewAddress) -> Entity:
    await service.get_entity(db, "customer", customer_id)
    now = current_timestamp()
    body = {
        "id": new_entity_id("add"),
        "customer_id": customer_id,
        **data.model_dump(),
        "status": "active",
        "import_meta": None,
        "created_at": now,
        "updated_at": now,
    }
    address = await service.add_entity(db, "address", body)
    await emit_event(db, "address.created", body)
    return address


async def change_address(db: Db, customer_id: str, address_id: str, data: AddressChange) -> Entity:
    address = await service.lock_entity(db, "address", address_id)
    if address.body["customer_id"] != customer_id:
        raise not_found(address_id)
    address = await service.save_entity(db, address, **data.model_dump(exclude_unset=True))
    await emit_event(db, "address.updated", address.body)
    return address


async def find_owned(db: Db, kind: str, customer_id: str | None, entity_id: str) -> Entity:
    """The entity, if it belongs to this customer; otherwise it is not found."""
    entity = await service.get_entity(db, kind, entity_id)
    if entity.body["customer_id"] != customer_id:
        raise not_found(entity_id)
    return entity


async def find_or_create_address(db: Db, customer_id: str, data: NewAddress) -> Entity:
    """The customer's address with this country and postal code, created if there is none."""
    wanted: dict[str, Any] = {
        "customer_id": customer_id,
        "status": "active",
        "country_code": data.country_code,
        "postal_code": data.postal_code,
    }
    known, _ = await service.list_page(db, "address", service.Listing(containing=wanted))
    if known:
        return await service.get_entity(db, "address", known[0]["id"])
    return await create_address(db, customer_id, data)


def build_portal_session(customer: Body, subscription_ids: list[str], page: str) -> Body:
    """Links to the page where the customer manages subscriptions: here, the vendor's own billing page."""
    return {
        "id": new_entity_id("cpls"),
        "customer_id": customer["id"],
        "urls": {
            "general": {"overview": page},
            "subscriptions": [
                {
                    "id": subscription_id,
                    "cancel_subscription": page,
                    "update_subscription_payment_method": page,
                }
                for subscription_id in subscription_ids
            ],
        },
        "created_at": current_timestamp(),
    }


def _email_conflict(customer_id: str) -> CheckoutRefusal:
    return CheckoutRefusal(
        "customer_already_exists",
        f"customer email conflicts with customer of id {customer_id}",
        409,
    )
