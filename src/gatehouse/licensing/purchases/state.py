"""What a subscription means for a license. Pure: the same fact always gives the same state, so the
order in which facts arrive does not matter as long as the newest wins."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from gatehouse.providers.payments.port import Line, SubscriptionFact, TransactionFact

ENDED = {"canceled", "paused", "inactive"}


@dataclass(frozen=True, slots=True)
class BillingState:
    """`valid_to`: none while the subscription runs, because it is renewed until it says otherwise; the
    end of the grace while a payment is missing; the moment it ended otherwise."""

    status: str
    status_at: datetime | None
    seats: int
    price_id: str | None
    cycle: str | None
    next_payment_at: datetime | None
    deactivation_at: datetime | None
    is_past_due: bool
    valid_to: datetime | None


def state_of_subscription(
    fact: SubscriptionFact, lines: Sequence[Line], grace: timedelta
) -> BillingState:
    """`lines`: those that carry seats, at least one."""
    since = _since(fact)
    return BillingState(
        status=fact.status,
        status_at=None if fact.status == "active" else since,
        seats=sum(line.quantity for line in lines),
        price_id=lines[0].price_id,
        cycle=fact.cycle,
        next_payment_at=None if fact.ends_at else fact.next_billed_at,
        deactivation_at=fact.ends_at,
        is_past_due=fact.status == "past_due",
        valid_to=_valid_to(fact.status, since, grace),
    )


def state_of_purchase(fact: TransactionFact, lines: Sequence[Line]) -> BillingState:
    """What a completed payment alone tells, until the subscription itself is known."""
    return BillingState(
        status="active",
        status_at=None,
        seats=sum(line.quantity for line in lines),
        price_id=lines[0].price_id,
        cycle=lines[0].cycle,
        next_payment_at=fact.period_ends_at,
        deactivation_at=None,
        is_past_due=False,
        valid_to=None,
    )


def seat_lines(lines: Sequence[Line], price_ids: Collection[str]) -> list[Line]:
    """The lines whose price is for sale here. A browser can open a checkout for any price of the
    vendor's account, so a cheap one of another product must not become seats."""
    return [line for line in lines if line.price_id in price_ids]


def _since(fact: SubscriptionFact) -> datetime:
    by_status = {
        "canceled": fact.canceled_at,
        "paused": fact.paused_at,
        "past_due": fact.period_starts_at,
        "trialing": fact.period_starts_at,
    }
    return by_status.get(fact.status) or fact.updated_at


def _valid_to(status: str, since: datetime, grace: timedelta) -> datetime | None:
    if status == "past_due":
        return since + grace
    return since if status in ENDED else None
