"""What a subscription means for a license. Pure: the same fact always gives the same state, so the
order in which facts arrive does not matter as long as the newest wins."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from gatehouse.providers.payments.port import SubscriptionFact, SubscriptionLine, TransactionFact

PAST_DUE = "past_due"
PAUSED = "paused"
CANCELED = "canceled"
ENDED = {CANCELED, PAUSED, "inactive"}


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
    pauses_at: datetime | None
    is_past_due: bool
    valid_to: datetime | None


def build_subscription_state(
    fact: SubscriptionFact,
    lines: Sequence[SubscriptionLine],
    grace: timedelta,
    unpaid_since: datetime | None = None,
) -> BillingState:
    """`lines`: those that carry seats, at least one. `unpaid_since`: when the subscription was first said
    to be past due; without earlier facts, this one says it."""
    since = _compute_status_start(fact, unpaid_since)
    return BillingState(
        status=fact.status,
        status_at=None if fact.status == "active" else since,
        seats=sum(line.quantity for line in lines),
        price_id=lines[0].price_id,
        cycle=fact.cycle,
        next_payment_at=None if fact.ends_at or fact.pauses_at else fact.next_billed_at,
        deactivation_at=fact.ends_at,
        pauses_at=fact.pauses_at,
        is_past_due=fact.status == PAST_DUE,
        valid_to=_compute_valid_to(fact.status, since, grace),
    )


def build_purchase_state(fact: TransactionFact, lines: Sequence[SubscriptionLine]) -> BillingState:
    """The state by a completed payment alone, until the subscription itself is known."""
    return BillingState(
        status="active",
        status_at=None,
        seats=sum(line.quantity for line in lines),
        price_id=lines[0].price_id,
        cycle=lines[0].cycle,
        next_payment_at=fact.period_ends_at,
        deactivation_at=None,
        pauses_at=None,
        is_past_due=False,
        valid_to=None,
    )


def select_seat_lines(
    lines: Sequence[SubscriptionLine], price_ids: Collection[str]
) -> list[SubscriptionLine]:
    """The lines whose price is for sale here. A browser can open a checkout for any price of the
    vendor's account, so a cheap one of another product must not become seats."""
    return [line for line in lines if line.price_id in price_ids]


def _compute_status_start(fact: SubscriptionFact, unpaid_since: datetime | None) -> datetime:
    """A payment is missing since its charge failed, which may be on any day of a period."""
    by_status = {
        CANCELED: fact.canceled_at,
        PAUSED: fact.paused_at,
        PAST_DUE: unpaid_since,
        "trialing": fact.period_starts_at,
    }
    return by_status.get(fact.status) or fact.updated_at


def _compute_valid_to(status: str, since: datetime, grace: timedelta) -> datetime | None:
    if status == PAST_DUE:
        return since + grace
    return since if status in ENDED else None
