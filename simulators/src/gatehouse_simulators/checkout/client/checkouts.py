"""Open a checkout, change it, pay it."""

from pydantic import ValidationError

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout import customers
from gatehouse_simulators.checkout.client.models import (
    AddressPrefill,
    CheckoutChange,
    OpenCheckout,
)
from gatehouse_simulators.checkout.customers import NewAddress, NewCustomer
from gatehouse_simulators.checkout.errors import CheckoutRefusal, FieldProblem, invalid_field
from gatehouse_simulators.checkout.ids import current_timestamp, new_entity_id
from gatehouse_simulators.checkout.pricing.discounts import find_usable_by_code
from gatehouse_simulators.checkout.pricing.items import WantedItem, find_items
from gatehouse_simulators.checkout.store import queries, service
from gatehouse_simulators.checkout.store.models import Entity
from gatehouse_simulators.checkout.transactions import service as transactions
from gatehouse_simulators.checkout.transactions.payment import refuse_unpayable
from gatehouse_simulators.checkout.transactions.service import NewTransaction, TransactionChange


async def open_checkout(
    db: Db, data: OpenCheckout, default_link: str
) -> tuple[Entity, Entity, list[FieldProblem]]:
    """The checkout, its transaction, and the prefill fields that could not be used."""
    problems: list[FieldProblem] = []
    if data.transaction_id:
        transaction = await service.get_entity(db, "transaction", data.transaction_id)
        refuse_unpayable_checkout(transaction)
    else:
        transaction = await _new_purchase(db, data, default_link, problems)
    now = current_timestamp()
    body = {
        "id": new_entity_id("che"),
        "transaction_id": transaction.id,
        "created_at": now,
        "updated_at": now,
    }
    return await service.add_entity(db, "checkout", body), transaction, problems


def refuse_unpayable_checkout(transaction: Entity) -> None:
    if transaction.body["status"] != "draft":
        refuse_unpayable(transaction)


async def _new_purchase(
    db: Db, data: OpenCheckout, default_link: str, problems: list[FieldProblem]
) -> Entity:
    customer_id = await _resolve_prefilled_customer(db, data, problems)
    address_id = None
    if customer_id:
        address_id = await _resolve_prefilled_address(db, customer_id, data.address, problems)
    wanted = NewTransaction(
        items=data.items or [],
        customer_id=customer_id,
        address_id=address_id,
        discount_id=data.discount_id,
        custom_data=data.custom_data,
    )
    if data.discount_code:
        try:
            items = await find_items(db, wanted.items)
            discount = await find_usable_by_code(db, data.discount_code, items)
            wanted.discount_id = discount["id"]
        except CheckoutRefusal as refusal:
            problems.append(("discountCode", refusal.message))
    return await transactions.create_transaction(db, wanted, "web", default_link)


async def _resolve_prefilled_customer(
    db: Db, data: OpenCheckout, problems: list[FieldProblem]
) -> str | None:
    if data.customer is None:
        return None
    if data.customer.id:
        return (await service.get_entity(db, "customer", data.customer.id)).id
    if data.customer.email is None:
        return None
    try:
        return (await _customer_for(db, data.customer.email)).id
    except CheckoutRefusal:
        problems.append(("customer.email", "is not an email address"))
        return None


async def _resolve_prefilled_address(
    db: Db, customer_id: str, given: AddressPrefill | None, problems: list[FieldProblem]
) -> str | None:
    """The given address, or the customer's most recent one."""
    if given is None:
        listing = service.Listing(
            containing={"customer_id": customer_id, "status": "active"}, per_page=1
        )
        known, _ = await service.list_page(db, "address", listing)
        return known[0]["id"] if known else None
    if given.id:
        return (await service.get_entity(db, "address", given.id)).id
    try:
        return (await _address_for(db, customer_id, given)).id
    except CheckoutRefusal:
        problems.append(("address.countryCode", "is not a country code"))
        return None


async def change_checkout(db: Db, checkout_id: str, data: CheckoutChange) -> tuple[Entity, Entity]:
    checkout = await service.get_entity(db, "checkout", checkout_id)
    transaction = await service.lock_entity(db, "transaction", checkout.body["transaction_id"])
    sent, changes = data.model_fields_set, TransactionChange()
    if data.items is not None:
        if transaction.body["origin"] != "web":
            raise CheckoutRefusal("checkout_items_fixed", "The items of this transaction are fixed")
        changes.items = data.items
    if data.email is not None:
        if transaction.body["subscription_id"]:
            raise CheckoutRefusal(
                "checkout_customer_fixed", "The customer of a subscription is fixed"
            )
        changes.customer_id = (await _customer_for(db, data.email)).id
        changes.address_id = None
    if data.address is not None:
        customer_id = changes.customer_id or transaction.body["customer_id"]
        if customer_id is None:
            raise invalid_field("email", "comes before the address")
        changes.address_id = (await _address_for(db, customer_id, data.address)).id
    if "discount_code" in sent or "discount_id" in sent:
        changes.discount_id = data.discount_id
        if data.discount_code:
            found = await find_items(db, data.items or _read_items(transaction))
            changes.discount_id = (await find_usable_by_code(db, data.discount_code, found))["id"]
    if "custom_data" in sent:
        changes.custom_data = data.custom_data
    if not changes.model_fields_set:
        return checkout, transaction
    return checkout, await transactions.change_transaction(db, transaction.id, changes)


def _read_items(transaction: Entity) -> list[WantedItem]:
    return [
        WantedItem(price_id=item["price"]["id"], quantity=item["quantity"])
        for item in transaction.body["items"]
    ]


async def _customer_for(db: Db, email: str) -> Entity:
    try:
        checked = NewCustomer(email=email)
    except ValidationError:
        raise invalid_field("email", "is not an email address") from None
    known = await queries.CUSTOMER_BY_EMAIL.first(db, checked.email)
    return known or await customers.create_customer(db, checked)


async def _address_for(db: Db, customer_id: str, given: AddressPrefill) -> Entity:
    try:
        address = NewAddress.model_validate(given.model_dump(exclude={"id"}))
    except ValidationError:
        raise invalid_field("address.country_code", "is not a country code") from None
    return await customers.find_or_create_address(db, customer_id, address)
