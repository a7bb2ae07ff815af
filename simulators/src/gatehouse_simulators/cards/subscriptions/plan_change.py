"""What a change of items comes to: which lines, billed when, and from which moment on."""

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
    """`at`: the moment of the proration. `anew`: the cycle begins again, or the trial ends."""

    items: Items
    proration: str
    at: int
    anew: bool = False


@dataclass(frozen=True, slots=True)
class PlanChangeOutcome:
    """`lines` of the change; `at_once`: an invoice now, otherwise they wait for the next."""

    items: Items
    period: Period
    anchor: int
    lines: list[InvoiceLine]
    at_once: bool
    ends_trial: bool = False


def compute_outcome(
    subscription: Body, wish: PlanChangeRequest, names: dict[str, str], now: int
) -> PlanChangeOutcome:
    """`names`: of the products, by their ids."""
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
    """Another interval, or money after nothing: the cycle starts with the change."""
    other_cycle = billing_cycle(before[0].price) != billing_cycle(after[0].price)
    return other_cycle or (total_amount(before) == 0 and total_amount(after) > 0)


def _proration_lines(
    before: Items, wish: PlanChangeRequest, period: Period, names: dict[str, str]
) -> list[InvoiceLine]:
    """The rest of the period: back for what was, due for what is; of what changed."""
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
