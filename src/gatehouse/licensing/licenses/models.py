"""Licenses, keys and seats as the statements return them."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class LicensePage:
    """`items` is JSON."""

    items: str
    total: int


@dataclass(frozen=True, slots=True)
class StoredLicense:
    """What a tenant is told of a license. `key` is one that was stored before keys were sealed; `key_id` and
    `sealed_key` are those of the newest key, if the caller may see it."""

    id: UUID
    name: str
    license_type: str
    is_trial: bool
    max_seats: int
    used_seats: int
    is_key_seen: bool
    key: str | None
    key_id: UUID | None
    sealed_key: bytes | None
    fingerprint: str
    valid_to: datetime | None
    suspended_at: datetime | None
    revoked_at: datetime | None
    billing_status: str | None
    price_id: str | None
    cycle: str | None
    status_at: datetime | None
    deactivation_at: datetime | None
    pauses_at: datetime | None
    next_payment_at: datetime | None
    is_past_due: bool
    next_seats: int | None
    next_seats_at: datetime | None


@dataclass(frozen=True, slots=True)
class FreedSeat:
    subject: str
    license_name: str


@dataclass(frozen=True, slots=True)
class Beat:
    is_known: bool
    lease_until: datetime | None


@dataclass(frozen=True, slots=True)
class LicenseIds:
    tenant_id: UUID
    license_id: UUID


@dataclass(frozen=True, slots=True)
class SurplusSeat(LicenseIds):
    holder: str


@dataclass(frozen=True, slots=True)
class ErasedSeat(LicenseIds):
    """A seat that was freed by the erasure of its holder."""

    license_name: str


@dataclass(frozen=True, slots=True)
class OwnedLicense:
    id: UUID
    tenant_id: UUID


@dataclass(frozen=True, slots=True)
class NamedLicense(OwnedLicense):
    name: str


@dataclass(frozen=True, slots=True)
class LicenseRequest:
    """A license to be made. `until`: its last day, UTC; None: no end. `name`: that of the account when left
    out. `reference`: what the vendor calls it. `key`: one that tools have already."""

    tenant_id: UUID
    seats: int
    license_type: str
    name: str | None = None
    until: date | None = None
    billing_email: str | None = None
    reference: str | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class LockedLicense(NamedLicense):
    """`is_billed`: a subscription decides how many seats it has."""

    max_seats: int
    is_billed: bool


@dataclass(frozen=True, slots=True)
class ExistingLicense:
    """Whether the reference and the key of a license to be made are taken."""

    reference: bool
    key: bool


@dataclass(frozen=True, slots=True)
class SeatUse:
    used: int
    holders: list[str]


@dataclass(frozen=True, slots=True)
class DueLicense(OwnedLicense):
    """A license whose billing date, end or account's deletion has come at `due_at`."""

    due_at: datetime


@dataclass(frozen=True, slots=True)
class ResetLicense(NamedLicense):
    """`seats`: how many were freed."""

    seats: int


@dataclass(frozen=True, slots=True)
class EndedTrial(NamedLicense):
    billing_email: str


@dataclass(frozen=True, slots=True)
class DueSeats:
    due_at: datetime
    id: UUID


@dataclass(frozen=True, slots=True)
class PendingSeatChange(LicenseIds):
    name: str
    subscription_id: str | None
    seats: int
    at: datetime
    customer_id: str | None


@dataclass(frozen=True, slots=True)
class SubscribedLicense:
    subscription_id: str | None
    customer_id: str | None
