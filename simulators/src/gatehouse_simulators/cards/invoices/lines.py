"""The lines of an invoice: whole periods, parts of them, and trials."""

from dataclasses import dataclass

from gatehouse_simulators.cards.ids import moment, new_entity_id
from gatehouse_simulators.cards.store.models import Body
from gatehouse_simulators.cards.subscriptions.items import Item
from gatehouse_simulators.cards.subscriptions.periods import share
from gatehouse_simulators.shared.money import formatted

Period = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    item: Item
    amount: int
    description: str
    period: Period
    proration: bool = False


def whole_period(item: Item, period: Period, name: str) -> Line:
    price = formatted(item.price["unit_amount"], item.price["currency"].upper())
    per = f"{price} / {item.price['recurring']['interval']}"
    return Line(item, item.amount, f"{item.quantity} × {name} (at {per})", period)


def trial(item: Item, period: Period, name: str) -> Line:
    return Line(item, 0, f"Trial period for {name}", period)


def unused(item: Item, period: Period, now: int, name: str) -> Line:
    """What was paid for the time that is left, back."""
    back = -share(item.amount, *period, now)
    text = f"Unused time on {item.quantity} × {name} after {_day(now)}"
    return Line(item, back, text, (now, period[1]), proration=True)


def remaining(item: Item, period: Period, now: int, name: str) -> Line:
    amount = share(item.amount, *period, now)
    text = f"Remaining time on {item.quantity} × {name} after {_day(now)}"
    return Line(item, amount, text, (now, period[1]), proration=True)


def _day(now: int) -> str:
    at = moment(now)
    return f"{at.day} {at:%b %Y}"


def line_body(line: Line, subscription_id: str | None) -> Body:
    """Not yet of an invoice."""
    price = line.item.price
    return {
        "id": new_entity_id("il"),
        "object": "line_item",
        "amount": line.amount,
        "currency": price["currency"],
        "description": line.description,
        "discount_amounts": [],
        "discountable": not line.proration,
        "discounts": [],
        "invoice": None,
        "livemode": False,
        "metadata": {},
        "parent": {
            "type": "subscription_item_details",
            "invoice_item_details": None,
            "subscription_item_details": {
                "invoice_item": new_entity_id("ii") if line.proration else None,
                "proration": line.proration,
                "proration_details": {"credited_items": None},
                "subscription": subscription_id,
                "subscription_item": line.item.id,
            },
        },
        "period": {"start": line.period[0], "end": line.period[1]},
        "pretax_credit_amounts": [],
        "pricing": {
            "type": "price_details",
            "price_details": {"price": price["id"], "product": price["product"]},
            "unit_amount_decimal": price["unit_amount_decimal"],
        },
        "quantity": line.item.quantity,
        "quantity_decimal": str(line.item.quantity),
        "subscription": subscription_id,
        "subtotal": line.amount,
        "taxes": [],
    }
