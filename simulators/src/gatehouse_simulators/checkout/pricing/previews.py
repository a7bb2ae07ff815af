"""Price previews and transaction previews: what a purchase would cost a buyer at an address."""

from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar, Self

from pydantic import BaseModel, Field, model_validator

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.customers import find_owned
from gatehouse_simulators.checkout.fields import Country, Currency, EntityId, Text
from gatehouse_simulators.checkout.pricing import discounts
from gatehouse_simulators.checkout.pricing.details import build_preview_details
from gatehouse_simulators.checkout.pricing.items import WantedItem, find_items, start_trials
from gatehouse_simulators.checkout.pricing.lines import PricedItem, PricedLine, price_lines
from gatehouse_simulators.checkout.pricing.tax import tax_rate
from gatehouse_simulators.checkout.store import service
from gatehouse_simulators.checkout.store.models import Body
from gatehouse_simulators.shared.money import format_amount

PAYMENT_METHODS = ["card"]


class PreviewAddress(BaseModel):
    country_code: Country
    postal_code: Text | None = Field(None, max_length=20)


class PreviewRequest(BaseModel):
    """The buyer is identified by a customer, an address, or an IP address; never by two of them."""

    ways_that_exclude_each_other: ClassVar[tuple[str, ...]] = (
        "customer_id",
        "address",
        "customer_ip_address",
    )

    items: list[WantedItem] = Field(min_length=1, max_length=100)
    customer_id: EntityId | None = None
    address_id: EntityId | None = None
    business_id: EntityId | None = None
    currency_code: Currency | None = None
    discount_id: EntityId | None = None
    address: PreviewAddress | None = None
    customer_ip_address: str | None = Field(None, max_length=45)

    @model_validator(mode="after")
    def check_locations(self) -> Self:
        ways = self.ways_that_exclude_each_other
        if sum(getattr(self, way) is not None for way in ways) > 1:
            raise ValueError(f"{' and '.join(ways)} exclude each other")
        return self


class TransactionPreviewRequest(PreviewRequest):
    """A preview of a transaction may combine a known customer with another address."""

    ways_that_exclude_each_other: ClassVar[tuple[str, ...]] = ("address", "customer_ip_address")
    ignore_trials: bool = False


@dataclass(frozen=True, slots=True)
class PriceQuote:
    items: list[PricedItem]
    discount: Body | None
    rate: Decimal
    currency: str


async def preview_prices(db: Db, wanted: PreviewRequest) -> Body:
    quote = await _build_quote(db, wanted)
    lines = price_lines(quote.items, quote.rate, quote.discount)
    return {
        **_echo_request(wanted, quote.currency),
        "details": {"line_items": [_show_line(line, quote) for line in lines]},
        "available_payment_methods": PAYMENT_METHODS,
    }


async def preview_transaction(db: Db, wanted: TransactionPreviewRequest) -> Body:
    quote = await _build_quote(db, wanted)
    counted = [
        item
        for item, asked in zip(quote.items, wanted.items, strict=True)
        if asked.include_in_totals
    ]
    if not wanted.ignore_trials:
        counted = start_trials(counted)
    return {
        **_echo_request(wanted, quote.currency),
        "ignore_trials": wanted.ignore_trials,
        "items": [
            {
                "price": item.price,
                "quantity": item.quantity,
                "include_in_totals": asked.include_in_totals,
                "proration": None,
            }
            for item, asked in zip(quote.items, wanted.items, strict=True)
        ],
        "details": build_preview_details(
            price_lines(counted, quote.rate, quote.discount), quote.currency
        ),
        "available_payment_methods": PAYMENT_METHODS,
    }


async def _build_quote(db: Db, wanted: PreviewRequest) -> PriceQuote:
    items = await find_items(db, wanted.items, wanted.currency_code)
    discount = (
        await discounts.find_usable_by_id(db, wanted.discount_id, items)
        if wanted.discount_id
        else None
    )
    return PriceQuote(items, discount, tax_rate(await _find_address(db, wanted)), items[0].currency)


async def _find_address(db: Db, wanted: PreviewRequest) -> Body | None:
    if wanted.address:
        return wanted.address.model_dump()
    if wanted.customer_id is None:
        return None
    customer = await service.get_entity(db, "customer", wanted.customer_id)
    if wanted.address_id:
        return (await find_owned(db, "address", customer.id, wanted.address_id)).body
    listing = service.Listing(accepted={"customer_id": [customer.id], "status": ["active"]})
    known, _ = await service.list_page(db, "address", listing)
    return known[0] if known else None


def _echo_request(wanted: PreviewRequest, currency: str) -> Body:
    asked = wanted.model_dump(
        include={"customer_id", "address_id", "business_id", "discount_id", "customer_ip_address"}
    )
    place = wanted.address.model_dump() if wanted.address else None
    return {**asked, "currency_code": currency, "address": place}


def _show_line(line: PricedLine, quote: PriceQuote) -> Body:
    unit, total = line.per_unit.wire, line.amounts.wire
    return {
        "price": line.item.price,
        "quantity": line.item.quantity,
        "tax_rate": str(line.tax_rate),
        "unit_totals": unit,
        "formatted_unit_totals": _format_amounts(unit, quote.currency),
        "totals": total,
        "formatted_totals": _format_amounts(total, quote.currency),
        "product": line.item.product,
        "discounts": _show_discounts(line, quote),
    }


def _format_amounts(amounts: Body, currency: str) -> Body:
    return {name: format_amount(int(amount), currency) for name, amount in amounts.items()}


def _show_discounts(line: PricedLine, quote: PriceQuote) -> list[Body]:
    if quote.discount is None or not line.amounts.discount:
        return []
    total = line.amounts.discount
    return [
        {
            "discount": quote.discount,
            "total": str(total),
            "formatted_total": format_amount(total, quote.currency),
        }
    ]
