"""What the card provider's words mean here (reference payments-protocols B3). Pure."""

from datetime import datetime
from typing import Literal

from gatehouse.billing.models import Subscription

Status = Literal["active", "canceled", "incomplete", "expired", "trialing", "trialEnded"]

# Final states; any other subscription may still be paid or continue.
OVER = ("canceled", "incomplete_expired")
# A payment is open.
UNPAID = ("incomplete", "past_due", "unpaid")
RUNNING = ("active", "trialing")

_WIRE_STATUSES: dict[str, Status] = {
    "active": "active",
    "trialing": "trialing",
    "canceled": "canceled",
    "incomplete": "incomplete",
    "incomplete_expired": "expired",
}


def to_wire_status(one: Subscription, now: datetime) -> Status:
    """What is unknown has expired."""
    if one.status == "trialing" and one.trial_ends_at and one.trial_ends_at <= now:
        return "trialEnded"
    return _WIRE_STATUSES.get(one.status, "expired")


def is_over(one: Subscription) -> bool:
    return one.status in OVER


def has_cancellation(one: Subscription) -> bool:
    return one.cancels_at_period_end and not is_over(one)
