"""Plans a change of items: what is charged and credited, and when."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from gatehouse.kit import clock
from gatehouse_simulators.checkout.errors import invalid_field
from gatehouse_simulators.checkout.ids import to_timestamp
from gatehouse_simulators.checkout.pricing.details import sum_amounts
from gatehouse_simulators.checkout.pricing.lines import (
    PeriodShare,
    PricedItem,
    PricedLine,
    price_lines,
)
from gatehouse_simulators.checkout.store.models import Body
from gatehouse_simulators.checkout.subscriptions.build import build_items, catalog_items
from gatehouse_simulators.checkout.subscriptions.periods import period_from, share_left


@dataclass(frozen=True, slots=True)
class PlannedChange:
    """`charged` and `credited` are empty when nothing is billed for the current period."""

    after: Body
    charged: list[PricedLine]
    credited: list[PricedLine]
    period: Body
    immediate: bool

    @property
    def charge(self) -> int:
        return sum_amounts(self.charged).total

    @property
    def credit(self) -> int:
        return sum_amounts(self.credited).total


def plan_items(
    subscription: Body,
    items: Sequence[PricedItem],
    mode: str,
    rate: Decimal,
    discount: Body | None,
) -> PlannedChange:
    """Plan the change. `items` is the complete new list. Another billing interval starts a new period now."""
    cycle = _billing_cycle(items)
    now = clock.now()
    if cycle == subscription["billing_cycle"] or subscription["current_billing_period"] is None:
        return _same_cycle(subscription, items, mode, rate, discount, now)
    return _new_cycle(subscription, items, mode, rate, discount, now, cycle)


def _same_cycle(
    subscription: Body,
    items: Sequence[PricedItem],
    mode: str,
    rate: Decimal,
    discount: Body | None,
    now: datetime,
) -> PlannedChange:
    period = subscription["current_billing_period"]
    after = {
        **subscription,
        "items": build_items(items, _billed_period(period), subscription["items"]),
    }
    if mode == "do_not_bill" or period is None:
        return PlannedChange(after, [], [], _billed_period(period), immediate=False)
    left = share_left(period, now)
    share = (
        left
        if mode.startswith("prorated")
        else PeriodShare(Decimal(1), left.starts_at, left.ends_at)
    )
    return PlannedChange(
        after,
        price_lines(items, rate, discount, share),
        price_lines(catalog_items(subscription), rate, discount, share),
        {"starts_at": left.starts_at, "ends_at": left.ends_at},
        immediate=mode.endswith("immediately"),
    )


def _new_cycle(
    subscription: Body,
    items: Sequence[PricedItem],
    mode: str,
    rate: Decimal,
    discount: Body | None,
    now: datetime,
    cycle: Body,
) -> PlannedChange:
    if mode.endswith("next_billing_period"):
        raise invalid_field(
            "proration_billing_mode", "a change of the billing interval takes effect immediately"
        )
    period = period_from(now, cycle)
    after = {
        **subscription,
        "billing_cycle": cycle,
        "current_billing_period": period,
        "next_billed_at": period["ends_at"],
        "items": build_items(items, period, subscription["items"]),
    }
    free = mode == "do_not_bill"
    left = share_left(subscription["current_billing_period"], now)
    return PlannedChange(
        after,
        [] if free else price_lines(items, rate, discount),
        [] if free else price_lines(catalog_items(subscription), rate, discount, left),
        period,
        immediate=not free,
    )


def _billing_cycle(items: Sequence[PricedItem]) -> Body:
    cycle: Body | None = items[0].price["billing_cycle"]
    if cycle is None:
        raise invalid_field("items", "a subscription needs a recurring item")
    return cycle


def _billed_period(period: Body | None) -> Body:
    return period or {"starts_at": to_timestamp(clock.now()), "ends_at": None}
