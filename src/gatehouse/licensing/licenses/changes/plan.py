"""What a wished change means for the subscription. Pure."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from gatehouse.licensing.licenses.changes.errors import NotForSale, PaymentMissing
from gatehouse.licensing.licenses.changes.schemas import PlanChange
from gatehouse.licensing.purchases.state import seat_lines
from gatehouse.providers.payments.port import ProviderChange, SubscriptionFact, SubscriptionLine

UNBILLED = {"trialing", "paused"}


@dataclass(frozen=True, slots=True)
class SeatChangePlan:
    """The seats and the price afterwards, and the change that leads there; none when nothing differs."""

    seats: int
    seats_now: int
    price_id: str
    change: ProviderChange | None


def plan_of(
    fact: SubscriptionFact, wanted: PlanChange, price_ids: Collection[str]
) -> SeatChangePlan:
    """`NotForSale` for a price that is not offered; `PaymentMissing` while a payment is due.

    A difference is billed at once, in proportion to what is left of the period; while nothing is billed
    (a trial of the price, a pause) it is not billed either.
    """
    if wanted.price_id and wanted.price_id not in price_ids:
        raise NotForSale("This price is not for sale")
    if fact.status == "past_due":
        raise PaymentMissing("A payment is missing. Pay it first.")
    seats_now = seat_lines(fact.lines, price_ids) or list(fact.lines)
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


def billed_later(fact: SubscriptionFact, change: ProviderChange) -> ProviderChange:
    """The change for an amount that is too small to charge alone: billed with the next period, or not at all
    when the subscription has a scheduled end or pause and so no later bill."""
    if fact.ends_at or fact.pauses_at:
        return replace(change, mode="do_not_bill")
    return replace(change, mode="prorated_next_billing_period")
