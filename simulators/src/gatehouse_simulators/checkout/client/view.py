"""A checkout as the browser's events show it: snake case, totals as numbers in major units."""

from collections.abc import Iterable, Sequence
from typing import Any

from gatehouse.kit.db import Db
from gatehouse.kit.money import count_minor_digits
from gatehouse_simulators.checkout.pricing.details import sum_amounts
from gatehouse_simulators.checkout.pricing.items import read_items
from gatehouse_simulators.checkout.pricing.lines import PricedItem, PricedLine, price_lines
from gatehouse_simulators.checkout.pricing.money import to_major_units
from gatehouse_simulators.checkout.pricing.tax import tax_rate
from gatehouse_simulators.checkout.store import queries
from gatehouse_simulators.checkout.store.models import Body, Entity


async def build_checkout_view(db: Db, checkout: Entity, transaction: Entity) -> Body:
    body = transaction.body
    linked = await _load_linked(db, body)
    currency, address = body["currency_code"], linked.get(body["address_id"])
    discount = linked.get(body["discount_id"])
    lasting = discount if discount and discount["recur"] else None
    items = [item for item in read_items(body) if item.price["billing_cycle"]]
    recurring = price_lines(items, tax_rate(address), lasting)
    return {
        "id": checkout.id,
        "transaction_id": body["id"],
        "status": body["status"],
        "origin": body["origin"],
        "custom_data": body["custom_data"],
        "currency_code": currency,
        "decimal_places": count_minor_digits(currency),
        "customer": _show_customer(linked, body, address),
        "items": _show_items(body, recurring),
        "totals": _to_numbers(body["details"]["totals"], TOTALS, currency),
        "recurring_totals": _show_recurring_totals(recurring, currency),
        "payment": _show_payment(body),
        "discount": {"id": discount["id"], "code": discount["code"]} if discount else None,
    }


TOTALS = ("subtotal", "discount", "tax", "total", "credit", "balance")
LINE_TOTALS = ("subtotal", "discount", "tax", "total")


async def _load_linked(db: Db, transaction: Body) -> dict[str | None, Body]:
    names = ("customer_id", "address_id", "business_id", "discount_id")
    ids = [transaction[name] for name in names if transaction[name]]
    return {row.id: row.body for row in await queries.ANY_BY_IDS.all(db, ids)}


def _show_customer(
    linked: dict[str | None, Body], transaction: Body, address: Body | None
) -> Body | None:
    customer = linked.get(transaction["customer_id"])
    if customer is None:
        return None
    fields = ("id", "first_line", "city", "region", "postal_code", "country_code")
    return {
        "id": customer["id"],
        "email": customer["email"],
        "address": {name: address[name] for name in fields} if address else None,
        "business": None,
    }


def _show_items(transaction: Body, recurring: Sequence[PricedLine]) -> list[Body]:
    """The items of the checkout. `recurring` has one line for each recurring item, in the same order."""
    again, lines = iter(recurring), transaction["details"]["line_items"]
    return [
        _show_item(item, line["totals"], next(again) if item.price["billing_cycle"] else None)
        for item, line in zip(read_items(transaction), lines, strict=True)
    ]


def _show_item(item: PricedItem, totals: Body, recurring: PricedLine | None) -> Body:
    price, product, currency = item.price, item.product, item.currency
    return {
        "price_id": price["id"],
        "price_name": price["name"],
        "product": {name: product[name] for name in ("id", "name", "description", "image_url")},
        "quantity": item.quantity,
        "quantity_limits": price["quantity"],
        "unit_price": to_major_units(item.unit, currency),
        "billing_cycle": price["billing_cycle"],
        "trial_period": price["trial_period"],
        "totals": _to_numbers(totals, LINE_TOTALS, currency),
        "recurring_totals": _to_numbers(recurring.amounts.wire, LINE_TOTALS, currency)
        if recurring
        else None,
    }


def _show_recurring_totals(lines: Sequence[PricedLine], currency: str) -> Body | None:
    if not lines:
        return None
    whole = sum_amounts(lines)
    full = {**whole.wire, "credit": "0", "balance": str(whole.total)}
    return _to_numbers(full, TOTALS, currency)


def _to_numbers(amounts: Body, names: Iterable[str], currency: str) -> Body:
    return {name: to_major_units(int(amounts[name]), currency) for name in names}


def _show_payment(transaction: Body) -> Body:
    """The card of the last attempt, in the vocabulary of browser events."""
    attempt: Any = next(iter(transaction["payments"]), None)
    if attempt is None:
        return {"method_details": {"type": "none", "card": None}}
    card = attempt["method_details"]["card"]
    shown = {name: card[name] for name in ("type", "last4", "expiry_month", "expiry_year")}
    return {"method_details": {"type": "card", "card": shown}}
