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
class PaidTotal:
    """`total` in the smallest unit of the currency; `month` is its first day."""

    month: date
    currency: str
    total: int
    invoices: int


@dataclass(frozen=True, slots=True)
class SetupFacts:
    """Whether at least one of each exists. Staff and their tenants do not count as users and customers."""

    has_provider: bool
    has_people: bool
    has_application: bool
    has_plan: bool
    has_customer: bool
