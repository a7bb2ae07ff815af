"""Create, open and change transactions."""

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, Field

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.customers import find_owned
from gatehouse_simulators.checkout.errors import CheckoutRefusal
from gatehouse_simulators.checkout.fields import Currency, CustomData, EntityId, Url
from gatehouse_simulators.checkout.ids import current_timestamp
from gatehouse_simulators.checkout.pricing import discounts
from gatehouse_simulators.checkout.pricing.details import build_transaction_details
from gatehouse_simulators.checkout.pricing.items import WantedItem, find_items, start_trials
from gatehouse_simulators.checkout.pricing.lines import PricedLine, price_lines
from gatehouse_simulators.checkout.pricing.money import minimum_charge
from gatehouse_simulators.checkout.pricing.tax import tax_rate
from gatehouse_simulators.checkout.store import queries, service
from gatehouse_simulators.checkout.store.models import Body, Entity
from gatehouse_simulators.checkout.transactions.build import (
    TransactionDraft,
    build_transaction,
    build_transaction_items,
)
from gatehouse_simulators.checkout.webhooks.service import emit_event


class CheckoutLink(BaseModel):
    url: Url | None = None


class NewTransaction(BaseModel):
    items: list[WantedItem] = Field(min_length=1, max_length=100)
    status: Literal["draft", "ready", "billed"] | None = None
    customer_id: EntityId | None = None
    address_id: EntityId | None = None
    business_id: EntityId | None = None
    discount_id: EntityId | None = None
    custom_data: CustomData | None = None
    currency_code: Currency | None = None
    collection_mode: Literal["automatic", "manual"] = "automatic"
    checkout: CheckoutLink | None = None


class TransactionChange(BaseModel):
    """Only the fields that are sent change. Allowed until the transaction is paid or billed."""

    items: list[WantedItem] | None = Field(None, min_length=1, max_length=100)
    status: Literal["billed", "canceled"] | None = None
    customer_id: EntityId | None = None
    address_id: EntityId | None = None
    business_id: EntityId | None = None
    discount_id: EntityId | None = None
    custom_data: CustomData | None = None


async def create_transaction(
    db: Db, data: NewTransaction, origin: str, default_link: str
) -> Entity:
    lines = await _price_items(db, data.items, data.model_dump())
    link = data.checkout.url if data.checkout and data.checkout.url else default_link
    draft = TransactionDraft(
        lines,
        lines[0].item.currency,
        origin,
        customer_id=data.customer_id,
        address_id=data.address_id,
        business_id=data.business_id,
        discount_id=data.discount_id,
        custom_data=data.custom_data or None,
        collection_mode=data.collection_mode,
        checkout_url=link,
    )
    return await open_transaction(db, draft)


async def open_transaction(db: Db, draft: TransactionDraft) -> Entity:
    """Add the transaction and emit `created`, and `ready` when nothing is missing."""
    body = build_transaction(draft)
    refuse_tiny_charge(body["details"], "transaction_balance_less_than_charge_limit")
    transaction = await service.add_entity(db, "transaction", body)
    await emit_event(db, "transaction.created", body)
    if body["status"] == "ready":
        await emit_event(db, "transaction.ready", body)
    return transaction


async def change_transaction(db: Db, transaction_id: str, data: TransactionChange) -> Entity:
    transaction = await service.lock_entity(db, "transaction", transaction_id)
    if transaction.body["status"] not in ("draft", "ready"):
        raise CheckoutRefusal(
            "transaction_immutable", f"Transaction {transaction_id} cannot be changed any more"
        )
    if data.status == "canceled":
        transaction = await service.save_entity(db, transaction, status="canceled")
        await emit_event(db, "transaction.updated", transaction.body)
        await emit_event(db, "transaction.canceled", transaction.body)
        return transaction
    if data.status == "billed":
        return await _bill_transaction(db, transaction)
    return await _recompute(db, transaction, data)


async def _recompute(db: Db, transaction: Entity, data: TransactionChange) -> Entity:
    sent = data.model_dump(exclude_unset=True, exclude={"status"})
    now = {**transaction.body, **sent}
    wanted = data.items or [
        WantedItem(price_id=item["price"]["id"], quantity=item["quantity"])
        for item in transaction.body["items"]
    ]
    lines = await _price_items(db, wanted, now)
    details = build_transaction_details(lines, now["currency_code"])
    refuse_tiny_charge(details, "transaction_balance_less_than_charge_limit")
    complete = now["customer_id"] is not None and now["address_id"] is not None
    became_ready = complete and transaction.body["status"] == "draft"
    sent |= {"items": build_transaction_items(lines), "details": details}
    transaction = await service.save_entity(
        db, transaction, **sent, status="ready" if complete else "draft"
    )
    await emit_event(db, "transaction.updated", transaction.body)
    if became_ready:
        await emit_event(db, "transaction.ready", transaction.body)
    return transaction


async def _bill_transaction(db: Db, transaction: Entity) -> Entity:
    if transaction.body["status"] != "ready":
        raise CheckoutRefusal(
            "transaction_status_must_be_ready", "Only a ready transaction can be billed"
        )
    transaction = await service.save_entity(
        db, transaction, status="billed", billed_at=current_timestamp()
    )
    await emit_event(db, "transaction.updated", transaction.body)
    await emit_event(db, "transaction.billed", transaction.body)
    return transaction


async def _price_items(db: Db, wanted: list[WantedItem], transaction: Body) -> list[PricedLine]:
    """Price the items for this buyer, address and discount, all of which must exist and fit together."""
    items = start_trials(await find_items(db, wanted, transaction["currency_code"]))
    customer_id, discount_id = transaction["customer_id"], transaction["discount_id"]
    if customer_id:
        await service.get_entity(db, "customer", customer_id)
    linked = {
        kind: (await find_owned(db, kind, customer_id, transaction[f"{kind}_id"])).body
        for kind in ("address", "business")
        if transaction[f"{kind}_id"]
    }
    discount = await discounts.find_usable_by_id(db, discount_id, items) if discount_id else None
    return price_lines(items, tax_rate(linked.get("address")), discount)


def refuse_tiny_charge(details: Body, code: str) -> None:
    """Refuse a total between zero and the value of USD 0.70."""
    totals = details["totals"]
    if 0 < int(totals["grand_total"]) < minimum_charge(totals["currency_code"]):
        raise CheckoutRefusal(code, "The amount is below the smallest that can be charged")


async def include_related(db: Db, bodies: Sequence[Body], includes: set[str]) -> list[Body]:
    """The transactions with the entities that `include=` asks for."""
    names = includes & {"customer", "address", "business", "discount"}
    if not includes:
        return list(bodies)
    ids = [body[f"{name}_id"] for body in bodies for name in names if body[f"{name}_id"]]
    found = {row.id: row.body for row in await queries.ANY_BY_IDS.all(db, ids)}
    empty: Body = {}
    if "available_payment_methods" in includes:
        empty["available_payment_methods"] = ["card"]
    if includes & {"adjustment", "adjustments"}:
        empty |= {"adjustment": [], "adjustments": []}
    if includes & {"adjustments_totals", "adjustment_totals"}:
        empty |= {"adjustments_totals": None, "adjustment_totals": None}
    return [
        {**body, **empty, **{name: found.get(body[f"{name}_id"]) for name in names}}
        for body in bodies
    ]
