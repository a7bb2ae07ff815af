"""Bodies of the overview."""

from datetime import date, datetime
from typing import Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from gatehouse.identity.sso.connections.models import ConnectionType
from gatehouse.kit.paging import CountedPage
from gatehouse.kit.schemas import Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId


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


ConnectionKind = Literal["sso", "directory", "webhook"]
ConnectionState = Literal["failing", "on", "off"]
Problem = Literal["not_answering", "given_up", "domain_lost", "certificate_over", "test_failed"]


class ConnectionsQuery(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")

    kind: ConnectionKind | None = None
    state: ConnectionState | None = None
    tenant_id: TenantId | None = None
    offset: int = Field(0, ge=0, le=10_000)
    limit: int = Field(20, ge=1, le=100)


class ConnectionOut(Wire):
    """Without a tenant it is the vendor's own webhook. `name`: of a webhook or directory its own, of a single
    sign-on its type. `problem`: a webhook is `not_answering` or was `given_up`; of a single sign-on a
    `domain_lost` its record, the `certificate_over`, or the last `test_failed`. What was last is known of
    test logins, of a webhook's newest 100 deliveries, and of a directory's changes; its failures are not
    kept."""

    kind: ConnectionKind
    id: UUID
    tenant_id: ShownTenantId | None = None
    tenant_name: str | None = None
    name: str
    enabled: bool
    problem: Problem | None = None
    failing_since: datetime | None = None
    last_success_at: datetime | None = None
    last_failure_at: datetime | None = None
    created_at: datetime


class ConnectionsPage(CountedPage[ConnectionOut]):
    """Those that fail first, then the newest. `total` counts the others to 10,000."""


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


class TenantSsoOut(Wire):
    """`type`: saml, okta, azure, google or oidc. Users of `domains` may sign in through it; `unprovedDomains`
    are not verified yet; of `lostDomains` the record is not found any more. `testProblem` is what failed in
    the last test login of an administrator, as long as that is stored."""

    id: UUID
    type: ConnectionType
    enabled: bool
    enforced: bool
    domains: list[str]
    unproved_domains: list[str]
    lost_domains: list[str]
    certificate_until: datetime | None = None
    tested_at: datetime | None = None
    test_passed: bool | None = None
    test_problem: str | None = None
    created_at: datetime


class TenantDirectoryOut(Wire):
    """Where it is not `enabled`, its calls are refused. `lastSyncAt`: when it changed something last."""

    id: UUID
    name: str
    source: str
    enabled: bool
    last_sync_at: datetime | None = None
    created_at: datetime


class TenantConnections(Wire):
    sso: list[TenantSsoOut]
    directories: list[TenantDirectoryOut]
