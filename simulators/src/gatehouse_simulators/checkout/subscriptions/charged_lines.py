"""What was charged for the current period of a subscription, which limits the credit of a change."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_CEILING, Decimal

from gatehouse.kit import clock
from gatehouse.kit.db import Db
from gatehouse_simulators.checkout.adjustments import net_refunds
from gatehouse_simulators.checkout.ids import parse_timestamp
from gatehouse_simulators.checkout.pricing.lines import PricedLine, limit_lines
from gatehouse_simulators.checkout.store import queries
from gatehouse_simulators.checkout.store.models import Body, Entity
from gatehouse_simulators.checkout.subscriptions import forecast


@dataclass(frozen=True, slots=True)
class ChargedLine:
    """`net` is after discounts and refunds, before tax; `rate` is the share of the period."""

    net: int
    rate: Decimal
    tax_rate: Decimal


async def limit_credit(
    db: Db, subscription: Body, pending: Sequence[Body], credited: Sequence[PricedLine]
) -> list[PricedLine]:
    """The credited lines, reduced to what was charged for them after discounts. A charge that waits for the
    next bill counts as charged; seats that were added without a bill do not."""
    if not credited:
        return []
    charged = await _find_charged_lines(db, subscription, pending)
    share = credited[0].share
    rate = share.rate if share else Decimal(1)
    most = sum(_charged_part(line, rate) for line in charged)
    return limit_lines(credited, most, charged[0].tax_rate) if most else []


def _charged_part(line: ChargedLine, rate: Decimal) -> int:
    """The part of a charged line for this share of the period. It is rounded up, so that it is not less
    than the rounded credit of the same items."""
    if not line.rate:
        return 0
    part = line.net * min(Decimal(1), rate / line.rate)
    return int(part.quantize(Decimal(1), ROUND_CEILING))


async def _find_charged_lines(
    db: Db, subscription: Body, pending: Sequence[Body]
) -> list[ChargedLine]:
    bill = await queries.LATEST_BILL_OF_ITEMS.first(db, subscription["id"])
    part = _latest_change(pending)
    if part and (bill is None or _change_time(part) > parse_timestamp(bill.body["created_at"])):
        return await _price_pending_lines(db, subscription, part)
    return await _find_billed_lines(db, bill) if bill else []


def _latest_change(pending: Sequence[Body]) -> Body | None:
    """The latest change that waits for the next bill. One-time charges wait for it too, and are not
    changes."""
    changes = [part for part in pending if part["items"][0]["price"]["billing_cycle"]]
    return changes[-1] if changes else None


def _change_time(part: Body) -> datetime:
    return parse_timestamp(part["share"]["billing_period"]["starts_at"])


async def _price_pending_lines(db: Db, subscription: Body, part: Body) -> list[ChargedLine]:
    discount = await forecast.discount_at(db, subscription, subscription["next_billed_at"])
    rate = await forecast.load_tax_rate(db, subscription)
    return [
        ChargedLine(
            line.amounts.subtotal - line.amounts.discount,
            line.share.rate if line.share else Decimal(1),
            line.tax_rate,
        )
        for line in forecast.price_pending_part(part, subscription, rate, discount)
    ]


async def _find_billed_lines(db: Db, bill: Entity) -> list[ChargedLine]:
    """The billed lines of the current period, without one-time charges and without shares of an earlier
    period, which a renewal bills too."""
    refunded = await net_refunds(db, bill.id)
    prices = {item["price_id"]: item["price"] for item in bill.body["items"]}
    now, found = clock.now(), []
    for line in bill.body["details"]["line_items"]:
        proration = line["proration"]
        period = proration["billing_period"] if proration else bill.body["billing_period"]
        is_over = period is not None and parse_timestamp(period["ends_at"]) <= now
        if is_over or prices[line["price_id"]]["billing_cycle"] is None:
            continue
        totals = line["totals"]
        net = int(totals["subtotal"]) - int(totals["discount"]) - refunded.get(line["id"], 0)
        rate = Decimal(proration["rate"]) if proration else Decimal(1)
        found.append(ChargedLine(net, rate, Decimal(line["tax_rate"])))
    return found
