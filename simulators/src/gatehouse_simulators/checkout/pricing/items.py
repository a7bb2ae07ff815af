"""Reads price ids and quantities of a request as catalog items."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel, Field

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.errors import CheckoutRefusal, invalid_field
from gatehouse_simulators.checkout.fields import EntityId
from gatehouse_simulators.checkout.pricing.lines import PricedItem
from gatehouse_simulators.checkout.pricing.money import RATES
from gatehouse_simulators.checkout.store import queries
from gatehouse_simulators.checkout.store.models import Body


class WantedItem(BaseModel):
    price_id: EntityId
    quantity: int = Field(1, ge=1, le=1_000_000_000)
    include_in_totals: bool = True


async def find_items(
    db: Db, wanted: Sequence[WantedItem], currency: str | None = None
) -> list[PricedItem]:
    """The catalog's prices and products, within their quantity limits and with one billing interval; in the
    currency of the first price unless `currency` is given."""
    if currency and currency not in RATES:
        raise invalid_field("currency_code", "is not a currency of this account")
    prices = {
        row.id: row.body
        for row in await queries.BY_IDS.all(db, [item.price_id for item in wanted], "price")
    }
    products = {
        row.id: row.body
        for row in await queries.BY_IDS.all(
            db, [price["product_id"] for price in prices.values()], "product"
        )
    }
    found = []
    for number, item in enumerate(wanted):
        price = prices.get(item.price_id)
        if price is None or price["status"] != "active":
            raise CheckoutRefusal(
                "transaction_price_not_found", f"Price {item.price_id} not found or not active"
            )
        low, high = price["quantity"]["minimum"], price["quantity"]["maximum"]
        if not low <= item.quantity <= high:
            raise invalid_field(f"items.{number}.quantity", f"must be between {low} and {high}")
        currency = currency or str(price["unit_price"]["currency_code"])
        found.append(PricedItem(price, products[price["product_id"]], item.quantity, currency))
    if len({str(item.price["billing_cycle"]) for item in found if item.price["billing_cycle"]}) > 1:
        raise CheckoutRefusal(
            "transaction_mixed_billing_intervals",
            "All recurring items must have the same billing interval",
        )
    return found


def start_trials(items: Sequence[PricedItem]) -> list[PricedItem]:
    """New items as they are bought: a price with a trial starts with it."""
    return [replace(item, on_trial=item.price["trial_period"] is not None) for item in items]


def read_items(transaction: Body) -> list[PricedItem]:
    """The items of an existing transaction, regardless of the current catalog."""
    lines = zip(transaction["items"], transaction["details"]["line_items"], strict=True)
    return [
        PricedItem(item["price"], line["product"], item["quantity"], transaction["currency_code"])
        for item, line in lines
    ]
