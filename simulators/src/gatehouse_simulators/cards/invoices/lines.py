"""The lines of an invoice: whole periods, prorated parts, and trials."""

from dataclasses import dataclass

from gatehouse_simulators.cards.ids import from_unix, new_entity_id
from gatehouse_simulators.cards.store.models import Body
from gatehouse_simulators.cards.subscriptions.items import SubscriptionItem
from gatehouse_simulators.cards.subscriptions.periods import prorate
from gatehouse_simulators.shared.money import format_amount

Period = tuple[int, int]


@dataclass(frozen=True, slots=True)
class InvoiceLine:
    item: SubscriptionItem
    amount: int
    description: str
    period: Period
    proration: bool = False


def whole_period_line(item: SubscriptionItem, period: Period, name: str) -> InvoiceLine:
    price = format_amount(item.price["unit_amount"], item.price["currency"].upper())
    per = f"{price} / {item.price['recurring']['interval']}"
    return InvoiceLine(item, item.amount, f"{item.quantity} × {name} (at {per})", period)


def trial_line(item: SubscriptionItem, period: Period, name: str) -> InvoiceLine:
    return InvoiceLine(item, 0, f"Trial period for {name}", period)


def unused_time_line(item: SubscriptionItem, period: Period, now: int, name: str) -> InvoiceLine:
    """A credit for the time that is left of a paid period."""
    back = -prorate(item.amount, *period, now)
    text = f"Unused time on {item.quantity} × {name} after {_format_day(now)}"
    return InvoiceLine(item, back, text, (now, period[1]), proration=True)


def remaining_time_line(item: SubscriptionItem, period: Period, now: int, name: str) -> InvoiceLine:
    amount = prorate(item.amount, *period, now)
    text = f"Remaining time on {item.quantity} × {name} after {_format_day(now)}"
    return InvoiceLine(item, amount, text, (now, period[1]), proration=True)


def _format_day(now: int) -> str:
    at = from_unix(now)
    return f"{at.day} {at:%b %Y}"


def build_line(line: InvoiceLine, subscription_id: str | None) -> Body:
    """The body of a line that is not yet part of an invoice."""
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
