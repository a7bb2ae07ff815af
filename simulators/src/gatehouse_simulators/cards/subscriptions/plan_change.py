"""Computes a change of items: its lines, when they are billed, and the new period."""

from dataclasses import dataclass

from gatehouse_simulators.cards.invoices.lines import (
    InvoiceLine,
    remaining_time_line,
    unused_time_line,
    whole_period_line,
)
from gatehouse_simulators.cards.store.models import Body
from gatehouse_simulators.cards.subscriptions.build import Period, current_period
from gatehouse_simulators.cards.subscriptions.items import (
    Items,
    billing_cycle,
    read_items,
    total_amount,
)
from gatehouse_simulators.cards.subscriptions.periods import period_after


@dataclass(frozen=True, slots=True)
class PlanChangeRequest:
    """`at` is the time of the proration. `anew` starts a new billing cycle, or ends the trial."""

    items: Items
    proration: str
    at: int
    anew: bool = False


@dataclass(frozen=True, slots=True)
class PlanChangeOutcome:
    """`lines` are billed at once with `at_once`, otherwise with the next invoice."""

    items: Items
    period: Period
    anchor: int
    lines: list[InvoiceLine]
    at_once: bool
    ends_trial: bool = False


def compute_outcome(
    subscription: Body, wish: PlanChangeRequest, names: dict[str, str], now: int
) -> PlanChangeOutcome:
    """The result of the change. `names` are product names by id."""
    period, anchor = current_period(subscription), subscription["billing_cycle_anchor"]
    before = read_items(subscription)
    trialing = subscription["status"] == "trialing"
    if trialing and not wish.anew:
        return PlanChangeOutcome(wish.items, period, anchor, [], at_once=False)
    if wish.anew or _starts_new_cycle(before, wish.items):
        fresh = period_after(now, wish.items[0].price["recurring"], now)
        back = (
            []
            if trialing or wish.proration == "none"
            else _unused_time_lines(before, period, wish, names)
        )
        whole = [
            whole_period_line(item, fresh, names[item.price["product"]]) for item in wish.items
        ]
        return PlanChangeOutcome(
            wish.items, fresh, now, [*back, *whole], at_once=True, ends_trial=trialing
        )
    lines = [] if wish.proration == "none" else _proration_lines(before, wish, period, names)
    at_once = wish.proration == "always_invoice" and bool(lines)
    return PlanChangeOutcome(wish.items, period, anchor, lines, at_once)


def _starts_new_cycle(before: Items, after: Items) -> bool:
    """Whether the interval changes, or a free plan becomes a paid one."""
    other_cycle = billing_cycle(before[0].price) != billing_cycle(after[0].price)
    return other_cycle or (total_amount(before) == 0 and total_amount(after) > 0)


def _proration_lines(
    before: Items, wish: PlanChangeRequest, period: Period, names: dict[str, str]
) -> list[InvoiceLine]:
    """For changed items: a credit for the unused time of the old, a charge for the remaining time of the
    new."""
    now = {item.id: item.price_and_quantity for item in wish.items}
    same = {item.id for item in before if now.get(item.id) == item.price_and_quantity}
    gone = [item for item in before if item.id not in same]
    came = [item for item in wish.items if item.id not in same]
    return [
        *_unused_time_lines(gone, period, wish, names),
        *[
            remaining_time_line(item, period, wish.at, names[item.price["product"]])
            for item in came
            if item.amount
        ],
    ]


def _unused_time_lines(
    items: Items, period: Period, wish: PlanChangeRequest, names: dict[str, str]
) -> list[InvoiceLine]:
    return [
        unused_time_line(item, period, wish.at, names[item.price["product"]])
        for item in items
        if item.amount
    ]
