"""Bodies about licenses (spec 000 §3). Absent fields are left out, never null."""

from datetime import date, datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from gatehouse.kit.lists import ListQuery
from gatehouse.kit.paging import PageMetadata
from gatehouse.kit.schemas import EmailText, Instant, Name, Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId
from gatehouse.licensing.licenses.issued.models import LicenseRequest
from gatehouse.licensing.licenses.issued.table import IssueReport, RowProblem
from gatehouse.licensing.licenses.models import ListedLicense
from gatehouse.licensing.purchases.conversion import PAID_TYPE


class ScheduledAhead(Wire):
    deactivation_at: datetime | None = Field(
        None, description="When a scheduled cancellation takes effect; in every state."
    )
    pause_at: datetime | None = Field(
        None, description="When a scheduled pause begins. It is no end: it can be resumed."
    )


class ActiveStatus(ScheduledAhead):
    type: Literal["active"] = "active"


class OtherStatus(ScheduledAhead):
    type: str = Field(
        description="`trialing`, `past_due`, `paused`, `canceled`, or what the provider adds."
    )
    at: datetime = Field(description="Since when.")


class ScheduledSeats(Wire):
    """Fewer seats from the next period on."""

    max_seats: int
    at: datetime = Field(description="When that period begins.")


class BillingOut(Wire):
    price_id: str | None = Field(None, description="The provider's id of what each seat costs.")
    cycle: str | None = Field(None, description="`day`, `week`, `month` or `year`.")
    status: ActiveStatus | OtherStatus
    next_payment: datetime | None = None
    is_past_due: bool
    scheduled_seats: ScheduledSeats | None = Field(
        None,
        description="Absent: the seats stay as they are. `DELETE …/scheduled-seats` takes them back.",
    )


class LicenseOut(Wire):
    id: UUID
    name: str
    license_type: str = Field(description="`trial`, or what was bought.")
    is_trial: bool
    max_seats: int
    used_seats: int
    key: str | None = Field(
        None,
        description="Only with the permission `licensing.read.keys`, within an hour of signing in (or, "
        "for people with a second factor, of showing it). Later, ask for it with `POST …/key`.",
    )
    fingerprint: str
    valid_to: datetime | None = Field(
        None,
        description="The last instant. Absent while a paid subscription runs; a trial ends with a day "
        "of UTC, so its date is the same for everybody.",
    )
    days_left: int | None = Field(
        None,
        description="Trials only: whole days of UTC until the last one; 0 on it, absent after it.",
    )
    is_over: bool = Field(
        description="Whether `validTo` has passed, by the server's clock. A paused subscription, and one "
        "whose grace is over, can still be brought back; `billing.status` says which."
    )
    standing: Literal["suspended", "revoked"] | None = Field(
        None, description="The vendor has stopped it, whatever is paid. Absent: it has not."
    )
    billing: BillingOut | None = Field(None, description="Absent before any purchase.")

    @classmethod
    def of(cls, row: ListedLicense) -> Self:
        license_out = cls.model_validate(row)
        license_out.billing = billing_of(row)
        return license_out


def billing_of(row: ListedLicense) -> BillingOut | None:
    if row.billing_status is None:
        return None
    ahead = {"deactivation_at": row.deactivation_at, "pause_at": row.pauses_at}
    status: ActiveStatus | OtherStatus
    if row.billing_status == "active" or row.status_at is None:
        status = ActiveStatus(**ahead)
    else:
        status = OtherStatus(type=row.billing_status, at=row.status_at, **ahead)
    return BillingOut(
        price_id=row.price_id,
        cycle=row.cycle,
        status=status,
        next_payment=row.next_payment_at,
        is_past_due=row.is_past_due,
        scheduled_seats=ScheduledSeats(max_seats=row.next_seats, at=row.next_seats_at)
        if row.next_seats and row.next_seats_at
        else None,
    )


State = Literal["VALID", "EXPIRED", "PAST_DUE", "PAUSED", "SUSPENDED", "REVOKED"]
Origin = Literal["trial", "paid", "issued"]
Reference = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=100, pattern=r"^[^\x00-\x1f\x7f]*$"
    ),
]
LicenseType = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,49}$")]
Seats = Annotated[int, Field(ge=1, le=1_000_000)]
Day = Annotated[date, Field(ge=date(2000, 1, 1), le=date(2999, 12, 31))]


class VendorLicenseBilling(Wire):
    """`status` is the provider's word."""

    subscription_id: str | None = None
    status: str
    price_id: str | None = None
    cycle: str | None = None
    is_past_due: bool
    next_payment: datetime | None = None
    deactivation_at: datetime | None = None
    pause_at: datetime | None = None


class VendorLicenseOut(Wire):
    """`state` is what its tools read. `source`: a trial, paid by a subscription, or issued by the vendor.
    `validTo` is missing while it is renewed."""

    id: UUID
    fingerprint: str
    name: str
    tenant_id: ShownTenantId
    tenant_name: str
    organization_name: str
    license_type: str
    is_trial: bool
    source: Origin
    state: State
    max_seats: int
    used_seats: int
    valid_to: datetime | None = None
    extended_until: datetime | None = None
    reference: str | None = None
    suspended_at: datetime | None = None
    revoked_at: datetime | None = None
    first_contact_at: datetime | None = None
    created_at: datetime
    billing: VendorLicenseBilling | None = None


class VendorLicensesPage(BaseModel):
    model_config = ConfigDict(populate_by_name=True)

    items: list[VendorLicenseOut]
    metadata: PageMetadata = Field(alias="_metadata")


class VendorLicensesQuery(ListQuery):
    """`_offset` counts rows. `_filter` is a part of the license's or the account's name, or a whole
    fingerprint."""

    tenant_id: TenantId | None = Field(None, alias="_tenantId")
    state: State | None = Field(None, alias="_state")
    source: Origin | None = Field(None, alias="_source")
    reference: str | None = Field(None, alias="_reference", max_length=100, pattern=r"^[^\x00]*$")
    ends_before: Instant | None = Field(None, alias="_endsBefore")
    sort_by: Literal["name", "createdAt", "validTo"] = Field("createdAt", alias="_sortBy")


class LicenseIssue(Wire):
    """`until` is its last day, UTC; without one it has no end. Without a `name` it has that of the account's
    organization. `billingEmail` is needed only where the account has no organization yet. `reference` is what
    you call it: a second license with the same one is refused."""

    tenant_id: TenantId
    seats: Seats
    license_type: LicenseType = PAID_TYPE
    name: Annotated[Name, Field(min_length=1)] | None = None
    until: Day | None = None
    billing_email: EmailText | None = None
    reference: Reference | None = None

    def wanted(self) -> LicenseRequest:
        return LicenseRequest(
            self.tenant_id,
            self.seats,
            self.license_type,
            self.name,
            self.until,
            self.billing_email,
            self.reference,
        )


class VendorLicenseChange(Wire):
    """What is missing stays."""

    name: Annotated[Name, Field(min_length=1)] | None = Field(None, examples=["Acme"])
    seats: Seats | None = None


class LicenseExtension(Wire):
    """It works at least until the end of this day, UTC. Null takes an extension back."""

    until: Day | None = Field(examples=["2099-12-31"])


class LicenseTimelineEntry(Wire):
    """`kind`: `audit` for an audited action, with its facts in `json`; `payment` for an event of the payment
    provider: `text` then says what came of it, `deliveries` how often it was delivered, `attempts` how often
    applying it failed."""

    at: datetime
    kind: Literal["audit", "payment"]
    name: str
    text: str | None = None
    actor: str | None = None
    json_: dict[str, Any] | None = Field(default=None, alias="json")
    occurred_at: datetime | None = None
    deliveries: int | None = None
    attempts: int | None = None


class LicenseTimeline(Wire):
    items: list[LicenseTimelineEntry]


class LicenseImport(Wire):
    """`csv`: a first line with names, of which `tenantId` and `seats` must be there; `licenseType`, `name`,
    `until`, `billingEmail`, `reference` and `key` may. At most 500 licenses."""

    csv: Annotated[str, Field(min_length=1, max_length=400_000)] = Field(
        examples=["tenantId,seats,until,reference\n"]
    )
    dry_run: bool = False


class LicenseImportProblem(Wire):
    """`line` of the file, counted from 1."""

    line: int
    code: str
    problem: str

    @classmethod
    def of(cls, one: RowProblem) -> "LicenseImportProblem":
        return cls(line=one.line, code=one.code, problem=one.text)


class LicenseImportReport(Wire):
    """`known`: lines whose `reference` or `key` is there already, so that a file may be given again. With a
    dry run nothing of it was kept."""

    dry_run: bool
    made: list[str] = Field(description="Fingerprints, in the order of the lines.")
    known: int
    problems: list[LicenseImportProblem]

    @classmethod
    def of(cls, report: IssueReport, *, dry_run: bool) -> "LicenseImportReport":
        problems = [LicenseImportProblem.of(one) for one in report.problems]
        return cls(dry_run=dry_run, made=report.made, known=report.known, problems=problems)
