from typing import Any, Literal

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from gatehouse_simulators.cards import catalog
from gatehouse_simulators.cards.call import CardCall, ThisCall
from gatehouse_simulators.cards.fields import (
    Clearable,
    Currency,
    EntityId,
    Metadata,
    Parameters,
    Text,
    merge_metadata,
)
from gatehouse_simulators.cards.ids import new_entity_id
from gatehouse_simulators.cards.listing import CardListQuery, show_page
from gatehouse_simulators.cards.store import service as store
from gatehouse_simulators.cards.webhooks.service import emit_event

router = APIRouter()

Interval = Literal["day", "week", "month", "year"]


class ProductPage(CardListQuery):
    active: bool | None = None


class RecurringFilter(Parameters):
    interval: Interval | None = None


class PricePage(CardListQuery):
    active: bool | None = None
    product: EntityId | None = None
    currency: Currency | None = None
    type: Literal["recurring", "one_time"] | None = None
    recurring: RecurringFilter | None = None


class NewProduct(Parameters):
    name: Text
    description: Clearable[Text] = None
    metadata: Metadata = Field({})


class RecurringInterval(Parameters):
    interval: Interval
    interval_count: int = Field(1, ge=1, le=36)
    trial_period_days: int | None = Field(None, ge=0, le=730)


class NewPrice(Parameters):
    product: EntityId
    currency: Currency
    unit_amount: int = Field(ge=0, le=99_999_999)
    recurring: RecurringInterval | None = None
    nickname: Clearable[Text] = None
    lookup_key: Clearable[Text] = None
    metadata: Metadata = Field({})


class CatalogChange(Parameters):
    """The fields of a product or price that may change."""

    active: bool | None = None
    metadata: Metadata = Field({})


@router.get("/products")
async def list_products(call: ThisCall) -> JSONResponse:
    page = call.read_parameters(ProductPage)
    containing = page.model_dump(include={"active"}, exclude_none=True)
    return await show_page(call, "product", page, containing)


@router.post("/products")
async def create_product(call: ThisCall) -> JSONResponse:
    data = call.read_parameters(NewProduct)
    body = catalog.build_product(
        new_entity_id("prod"), data.name, data.description, data.metadata, created=call.ledger.now
    )
    product = await store.add_entity(call.db, body)
    await emit_event(call.ledger, "product.created", body)
    return await call.show(product)


@router.get("/products/{product_id}")
async def get_product(call: ThisCall, product_id: str) -> JSONResponse:
    call.read_parameters(Parameters)
    return await call.show(await store.get_entity(call.db, "product", product_id))


@router.post("/products/{product_id}")
async def update_product(call: ThisCall, product_id: str) -> JSONResponse:
    return await _change_entry(call, "product", product_id)


@router.get("/prices")
async def list_prices(call: ThisCall) -> JSONResponse:
    """List prices. With `expand[]=data.product` each price contains its product."""
    page = call.read_parameters(PricePage)
    names = {"active", "product", "currency", "type", "recurring"}
    containing: dict[str, Any] = page.model_dump(include=names, exclude_none=True)
    return await show_page(call, "price", page, containing)


@router.post("/prices")
async def create_price(call: ThisCall) -> JSONResponse:
    data = call.read_parameters(NewPrice)
    await store.get_entity(call.db, "product", data.product, "product")
    cycle = data.recurring
    body = catalog.build_price(
        new_entity_id("price"),
        data.product,
        data.unit_amount,
        cycle.interval if cycle else None,
        cycle.interval_count if cycle else 1,
        currency=data.currency.lower(),
        nickname=data.nickname,
        lookup_key=data.lookup_key,
        metadata=data.metadata,
        trial_days=cycle.trial_period_days if cycle else None,
        created=call.ledger.now,
    )
    price = await store.add_entity(call.db, body)
    await emit_event(call.ledger, "price.created", body)
    return await call.show(price)


@router.get("/prices/{price_id}")
async def get_price(call: ThisCall, price_id: str) -> JSONResponse:
    call.read_parameters(Parameters)
    return await call.show(await store.get_entity(call.db, "price", price_id))


@router.post("/prices/{price_id}")
async def update_price(call: ThisCall, price_id: str) -> JSONResponse:
    return await _change_entry(call, "price", price_id)


async def _change_entry(call: CardCall, kind: str, entity_id: str) -> JSONResponse:
    data = call.read_parameters(CatalogChange)
    before = await store.lock_entity(call.db, kind, entity_id)
    changes: dict[str, Any] = {} if data.active is None else {"active": data.active}
    if "metadata" in data.model_fields_set:
        changes["metadata"] = merge_metadata(before.body["metadata"], data.metadata)
    entity = await store.save_entity(call.db, before, **changes)
    if entity.body != before.body:
        await emit_event(call.ledger, f"{kind}.updated", entity.body, before.body)
    return await call.show(entity)
