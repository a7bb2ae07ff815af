from datetime import date, datetime

from gatehouse.kit.schemas import Wire


class RunningLicensesOut(Wire):
    """Licenses that ran at the end of the month of UTC that begins with `month`, or run now in the present
    one: bought, trials, and issued by the vendor. `began` and `ended` in it; a revoked one has ended, too."""

    month: date
    paid: int
    trials: int
    issued: int
    began: int
    ended: int


class LicensesOverTimeOut(Wire):
    """The last 13 months, the present one last. When a license ends is taken as it is known now."""

    months: list[RunningLicensesOut]


class RecurringOut(Wire):
    """Of a month of UTC, in the currency's smallest unit, taxes included. `recurring`: what was paid for
    subscriptions, spread evenly over the months that it pays for; `paid`: what was paid in the month. Of
    payments by the overlay checkout, refunds and disputed amounts are subtracted in the payment's months."""

    month: date
    recurring: int
    paid: int
    payments: int


class RevenueOut(Wire):
    currency: str
    months: list[RecurringOut]


class RevenueOverTimeOut(Wire):
    """The last 13 months in each currency, the present month last, and the currency with the most payments
    first. Of either payment provider the newest 100,000 payments are looked at; `completeSince` is set where
    there are more."""

    currencies: list[RevenueOut]
    complete_since: datetime | None
