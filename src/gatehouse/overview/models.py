"""Counts and states of the overview as the statements return them."""

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class OverviewTotals:
    """Each is counted to `MOST`, and one more if there are more."""

    tenants: int
    people: int
    licenses: int


@dataclass(frozen=True, slots=True)
class OverviewDay:
    """Of UTC. `cut_at`: what happened before was not looked at."""

    day: date
    sign_ins: int
    people: int
    cut_at: datetime | None


@dataclass(frozen=True, slots=True)
class SetupFacts:
    """Whether at least one of each exists. Staff and their tenants do not count as users and customers."""

    has_provider: bool
    has_people: bool
    has_application: bool
    has_plan: bool
    has_customer: bool


@dataclass(frozen=True, slots=True)
class FailingCounts:
    """Each counted to `MOST`."""

    sso: int
    webhooks: int


@dataclass(frozen=True, slots=True)
class RecurringRevenue:
    """Amounts in the smallest unit of the currency. `cut_at`: what was paid before was not looked at."""

    month: date
    currency: str
    recurring: int
    paid: int
    payments: int
    cut_at: datetime | None
