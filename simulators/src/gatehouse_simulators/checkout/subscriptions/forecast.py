"""Computes the next bills, and the credit of a change."""

from collections.abc import Sequence
from decimal import Decimal

from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.ids import parse_timestamp
from gatehouse_simulators.checkout.pricing.details import build_preview_details, sum_amounts
from gatehouse_simulators.checkout.pricing.lines import PeriodShare, PricedLine, price_lines
from gatehouse_simulators.checkout.pricing.tax import tax_rate
from gatehouse_simulators.checkout.store import queries, service
from gatehouse_simulators.checkout.store.models import Body
from gatehouse_simulators.checkout.subscriptions import balance
from gatehouse_simulators.checkout.subscriptions.build import catalog_items, discount_id_at
from gatehouse_simulators.checkout.subscriptions.periods import period_from


async def load_tax_rate(db: Db, subscription: Body) -> Decimal:
    return tax_rate((await service.get_entity(db, "address", subscription["address_id"])).body)


async def discount_at(db: Db, subscription: Body, at: str) -> Body | None:
    discount_id = discount_id_at(subscription, at)
    return (await service.get_entity(db, "discount", discount_id)).body if discount_id else None


async def renewal_lines(db: Db, subscription: Body, pending: Sequence[Body]) -> list[PricedLine]:
    """The lines of the next period, and what changes have left for the next bill."""
    rate = await load_tax_rate(db, subscription)
    discount = await discount_at(db, subscription, subscription["next_billed_at"])
    lines = price_lines(catalog_items(subscription), rate, discount)
    for part in pending:
        lines += price_pending_part(part, subscription, rate, discount)
    return lines


async def next_transaction(
    db: Db, subscription: Body, pending: Sequence[Body], credit_left: int
) -> Body | None:
    """The next bill, or None when nothing will be billed any more. `credit_left` is the customer's credit
    before that bill."""
    ending = (subscription["scheduled_change"] or {}).get("action") in ("cancel", "pause")
    if subscription["next_billed_at"] is None or ending:
        return None
    lines = await renewal_lines(db, subscription, pending)
    credit = sum(part["credit"] for part in pending)
    credit += balance.usable_credit(credit_left, sum_amounts(lines).total - credit)
    return {
        "billing_period": period_from(
            parse_timestamp(subscription["next_billed_at"]),
            subscription["billing_cycle"],
            parse_timestamp(subscription["started_at"]).day,
        ),
        "details": build_preview_details(lines, subscription["currency_code"], credit),
        "adjustments": [],
    }


async def build_recurring_details(db: Db, subscription: Body) -> Body:
    """The details of one full period without changes."""
    lines = price_lines(catalog_items(subscription), await load_tax_rate(db, subscription))
    return build_preview_details(lines, subscription["currency_code"])


async def build_credit_adjustments(
    db: Db, subscription_id: str, credited: Sequence[PricedLine]
) -> list[Body]:
    """The credit for an earlier payment, as an adjustment of the bill that charged it."""
    billed = await queries.LATEST_BILL_OF_ITEMS.first(db, subscription_id)
    if billed is None or not credited:
        return []
    line_ids = {line["price_id"]: line["id"] for line in billed.body["details"]["line_items"]}
    total = _net_totals(sum_amounts(credited).wire)
    return [
        {
            "transaction_id": billed.id,
            "items": [
                {
                    "item_id": line_ids.get(line.item.price["id"], next(iter(line_ids.values()))),
                    "type": "proration",
                    "amount": _net_totals(line.amounts.wire)["total"],
                    "proration": line.share.wire if line.share else None,
                    "totals": _net_totals(line.amounts.wire),
                }
                for line in credited
            ],
            "totals": {
                **total,
                "fee": "0",
                "earnings": "0",
                "retained_fee": "0",
                "currency_code": billed.body["currency_code"],
            },
        }
    ]


def build_pending_part(charged: Sequence[PricedLine], credit: int) -> Body:
    """What a change leaves for the next bill, as it is stored until then."""
    share = charged[0].share
    return {
        "items": [
            {
                "price": line.item.price,
                "product": line.item.product,
                "quantity": line.item.quantity,
            }
            for line in charged
        ],
        "share": share.wire if share else None,
        "credit": credit,
    }


def price_pending_part(
    part: Body, subscription: Body, rate: Decimal, discount: Body | None
) -> list[PricedLine]:
    items = catalog_items({**subscription, "items": part["items"]})
    return price_lines(items, rate, discount, _read_share(part))


def _net_totals(amounts: Body) -> Body:
    subtotal = int(amounts["subtotal"]) - int(amounts["discount"])
    return {"subtotal": str(subtotal), "tax": amounts["tax"], "total": amounts["total"]}


def _read_share(part: Body) -> PeriodShare | None:
    share = part["share"]
    if share is None:
        return None
    return PeriodShare(Decimal(share["rate"]), **share["billing_period"])
