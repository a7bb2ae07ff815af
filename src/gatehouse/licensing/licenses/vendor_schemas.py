"""Bodies of the vendor about licenses of all tenants."""

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from gatehouse.kit.lists import ListQuery
from gatehouse.kit.paging import Page
from gatehouse.kit.schemas import EmailText, Instant, Name, Wire
from gatehouse.kit.tenant_ids import ShownTenantId, TenantId
from gatehouse.licensing.purchases.conversion import PAID_TYPE

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


class VendorLicensesPage(Page[VendorLicenseOut]):
    pass


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


class LicenseImportReport(Wire):
    """`known`: lines whose `reference` or `key` is there already, so that a file may be given again. With a
    dry run nothing of it was kept."""

    dry_run: bool
    made: list[str] = Field(description="Fingerprints, in the order of the lines.")
    known: int
    problems: list[LicenseImportProblem]
