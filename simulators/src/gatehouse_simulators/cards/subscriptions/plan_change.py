"""What a change of items comes to: which lines, billed when, and from which moment on."""

from dataclasses import dataclass

from gatehouse_simulators.cards.invoices.lines import Line, remaining, unused, whole_period
from gatehouse_simulators.cards.store.models import Body
from gatehouse_simulators.cards.subscriptions.build import Period, period_of
from gatehouse_simulators.cards.subscriptions.items import Items, cycle_of, items_of, total_of
from gatehouse_simulators.cards.subscriptions.periods import period_after


@dataclass(frozen=True, slots=True)
class Wish:
    """`at`: the moment of the proration. `anew`: the cycle begins again, or the trial ends."""

    items: Items
    proration: str
    at: int
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """`lines` of the change; `at_once`: an invoice now, otherwise they wait for the next."""

    items: Items
    period: Period
    anchor: int
    lines: list[Line]
    at_once: bool
    ends_trial: bool = False


def outcome(subscription: Body, wish: Wish, names: dict[str, str], now: int) -> Outcome:
    """`names`: of the products, by their ids."""
    period, anchor = period_of(subscription), subscription["billing_cycle_anchor"]
    before = items_of(subscription)
    trialing = subscription["status"] == "trialing"
    if trialing and not wish.anew:
        return Outcome(wish.items, period, anchor, [], at_once=False)
    if wish.anew or _begins_anew(before, wish.items):
        fresh = period_after(now, wish.items[0].price["recurring"], now)
        back = [] if trialing or wish.proration == "none" else _unused(before, period, wish, names)
        whole = [whole_period(item, fresh, names[item.price["product"]]) for item in wish.items]
        return Outcome(wish.items, fresh, now, [*back, *whole], at_once=True, ends_trial=trialing)
    lines = [] if wish.proration == "none" else _difference(before, wish, period, names)
    at_once = wish.proration == "always_invoice" and bool(lines)
    return Outcome(wish.items, period, anchor, lines, at_once)


def _begins_anew(before: Items, after: Items) -> bool:
    """Another interval, or money after nothing: the cycle starts with the change."""
    other_cycle = cycle_of(before[0].price) != cycle_of(after[0].price)
    return other_cycle or (total_of(before) == 0 and total_of(after) > 0)


def _difference(before: Items, wish: Wish, period: Period, names: dict[str, str]) -> list[Line]:
    """The rest of the period: back for what was, due for what is; of what changed."""
    now = {item.id: item.what for item in wish.items}
    same = {item.id for item in before if now.get(item.id) == item.what}
    gone = [item for item in before if item.id not in same]
    came = [item for item in wish.items if item.id not in same]
    return [
        *_unused(gone, period, wish, names),
        *[
            remaining(item, period, wish.at, names[item.price["product"]])
            for item in came
            if item.amount
        ],
    ]


def _unused(items: Items, period: Period, wish: Wish, names: dict[str, str]) -> list[Line]:
    return [
        unused(item, period, wish.at, names[item.price["product"]]) for item in items if item.amount
    ]
