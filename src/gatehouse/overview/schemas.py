from datetime import date, datetime

from gatehouse.kit.schemas import Wire


class CountedOut(Wire):
    """`isMore`: there are more than `count`, and they were not counted."""

    count: int
    is_more: bool


class DayOut(Wire):
    """A day in UTC: the number of sign-ins, and of users who signed in."""

    day: date
    sign_ins: int
    people: int


class PaidOut(Wire):
    """What accounts paid by card in the month that begins with `month`; `total` in the currency's smallest
    unit."""

    month: date
    currency: str
    total: int
    invoices: int


class FailingOut(Wire):
    """What needs attention: jobs that gave up, webhooks and single sign-on that fail, messages of the last
    24 hours (of the newest 10,000) that were given up, payment events that could not be applied, and billing
    discrepancies with the payment provider."""

    jobs: int
    webhooks: int
    sso: int
    messages: int
    payment_events: int
    payment_differences: int


class FirstStepsOut(Wire):
    """Whether each step was done: the product has its own name or branding; sign-in was configured, or a user
    who is not staff has signed in; an application has addresses; there is a plan; there is an account that is
    not the staff's own."""

    brand: bool
    sign_in: bool
    application: bool
    plan: bool
    customer: bool


class OverviewOut(Wire):
    """`days` are the last 30; those before `completeSince` are not whole, where it is set. `licenses` are
    those that have not ended."""

    tenants: CountedOut
    people: CountedOut
    licenses: CountedOut
    days: list[DayOut]
    complete_since: datetime | None
    paid: list[PaidOut]
    failing: FailingOut
    first_steps: FirstStepsOut
