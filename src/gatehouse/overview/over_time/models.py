from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class RunningLicenses:
    """Licenses at the end of a month, or now in the present one. `began` and `ended` in it."""

    month: date
    paid: int
    trials: int
    issued: int
    began: int
    ended: int


@dataclass(frozen=True, slots=True)
class RecurringRevenue:
    """Amounts in the smallest unit of the currency. `cut_at`: what was paid before was not looked at."""

    month: date
    currency: str
    recurring: int
    paid: int
    payments: int
    cut_at: datetime | None
