"""What a wished change means for the subscription. Pure."""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import timedelta

from gatehouse.kit import clock
from gatehouse.licensing import errors
from gatehouse.licensing.purchases.state import select_seat_lines
from gatehouse.licensing.subscriptions.schemas import PlanChange
from gatehouse.providers.payments.port import (
    PreviewFact,
    ProviderChange,
    SubscriptionFact,
    SubscriptionLine,
)

UNBILLED = {"trialing", "paused"}


@dataclass(frozen=True, slots=True)
class SeatChangePlan:
    """The seats and the price afterwards, and the change that leads there; none when nothing differs."""

    seats: int
    seats_now: int
    price_id: str
    change: ProviderChange | None


def plan_subscription_change(
    fact: SubscriptionFact, wanted: PlanChange, price_ids: Collection[str]
) -> SeatChangePlan:
    """`NotForSale` for a price that is not offered; `PaymentMissing` while a payment is due.

    A difference is billed at once, in proportion to what is left of the period; while nothing is billed
    (a trial of the price, a pause) it is not billed either.
    """
    if wanted.price_id and wanted.price_id not in price_ids:
        raise errors.NotForSale("This price is not available")
    if fact.status == "past_due":
        raise errors.PaymentMissing("A payment is due. Pay it first.")
    seats_now = select_seat_lines(fact.lines, price_ids) or list(fact.lines)
    others = tuple(line for line in fact.lines if line not in seats_now)
    quantity = sum(line.quantity for line in seats_now)
    seat = SubscriptionLine(
        wanted.price_id or seats_now[0].price_id, wanted.max_seats or quantity, seats_now[0].cycle
    )
    differs = (seat.price_id, seat.quantity) != (seats_now[0].price_id, quantity)
    discount_id = None if wanted.discount_id == fact.discount_id else wanted.discount_id
    if not differs and not discount_id:
        return SeatChangePlan(seat.quantity, quantity, seat.price_id, None)
    change = ProviderChange(
        lines=(seat, *others) if differs else (),
        mode="do_not_bill" if fact.status in UNBILLED else "prorated_immediately",
        discount_id=discount_id,
    )
    return SeatChangePlan(seat.quantity, quantity, seat.price_id, change)


def defer_billing(fact: SubscriptionFact, change: ProviderChange) -> ProviderChange:
    """The change for an amount that is too small to charge alone: billed with the next period, or not at all
    when the subscription has a scheduled end or pause and so no later bill."""
    if fact.ends_at or fact.pauses_at:
        return replace(change, mode="do_not_bill")
    return replace(change, mode="prorated_next_billing_period")


LETTERS = 32


def compute_quote(plan: SeatChangePlan, fact: PreviewFact) -> str:
    """Hash of the seats before and after, the price, the discount and the recurring amount; not a secret.
    It leaves out what changes every second: the cost of the rest of the period, and the end of a period that
    begins with the change."""
    discount_id = plan.change.discount_id if plan.change else None
    shown = (
        plan.seats_now, plan.seats, plan.price_id, discount_id, fact.currency_code, fact.recurring,
        fact.action,
    )  # fmt: skip
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:LETTERS]


# Made at the provider so long before the period ends: in the last half hour it refuses changes.
AHEAD = timedelta(hours=1)


def plan_change_at_period_end(fact: SubscriptionFact, plan: SeatChangePlan) -> ProviderChange:
    """The change as it is made then: the next bill is the smaller one, and nothing is given back for this
    period. Raises `OnlyFewerSeats`, `NoPeriodEnd` or `TooLate`."""
    change = plan.change
    if change is None or plan.seats >= plan.seats_now or change.discount_id:
        raise errors.OnlyFewerSeats(
            "Only a reduction of seats can be scheduled for the end of the billing period"
        )
    if any(line.price_id not in {one.price_id for one in fact.lines} for line in change.lines):
        raise errors.OnlyFewerSeats("A change of price takes effect immediately")
    if fact.ends_at or fact.pauses_at or fact.next_billed_at is None or fact.status == "paused":
        raise errors.NoPeriodEnd(
            "There is no next billing period, because the subscription ends or pauses"
        )
    if fact.next_billed_at <= clock.now() + AHEAD:
        raise errors.TooLate("The next billing period begins within an hour. Try again after that.")
    return replace(change, mode="do_not_bill")
