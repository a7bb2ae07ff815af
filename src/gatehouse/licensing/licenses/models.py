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
class OwnedLicense:
    id: UUID
    tenant_id: UUID


@dataclass(frozen=True, slots=True)
class FreedSeat:
    subject: str
    license_name: str


@dataclass(frozen=True, slots=True)
class Beat:
    is_known: bool
    lease_until: datetime | None


@dataclass(frozen=True, slots=True)
class SurplusSeat:
    tenant_id: UUID
    license_id: UUID
    holder: str


@dataclass(frozen=True, slots=True)
class ErasedSeat:
    """A seat that was freed by the erasure of its holder."""

    tenant_id: UUID
    license_id: UUID
    license_name: str


@dataclass(frozen=True, slots=True)
class NamedLicense:
    id: UUID
    tenant_id: UUID
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
    """What of a wanted license exists already."""

    reference: bool
    key: bool


@dataclass(frozen=True, slots=True)
class IssuedLicense:
    license: bool
    key: bool


@dataclass(frozen=True, slots=True)
class LockedSeats:
    """`held_seats`: while fewer are being asked for, how many may be claimed."""

    held_seats: int | None


@dataclass(frozen=True, slots=True)
class SeatUse:
    used: int
    holders: list[str]


@dataclass(frozen=True, slots=True)
class DueLicense:
    """A license whose billing date, end or account's deletion has come at `due_at`."""

    due_at: datetime
    id: UUID
    tenant_id: UUID


@dataclass(frozen=True, slots=True)
class ResetLicense(NamedLicense):
    """`seats`: how many were freed."""

    seats: int


@dataclass(frozen=True, slots=True)
class EndedTrial(NamedLicense):
    billing_email: str


@dataclass(frozen=True, slots=True)
class RevokedLicense:
    """`subscription_id`: one that may still be charged for."""

    id: UUID
    subscription_id: str | None


@dataclass(frozen=True, slots=True)
class DueSeats:
    due_at: datetime
    id: UUID


@dataclass(frozen=True, slots=True)
class PendingSeatChange:
    tenant_id: UUID
    license_id: UUID
    name: str
    subscription_id: str | None
    seats: int
    at: datetime
    customer_id: str | None


@dataclass(frozen=True, slots=True)
class SubscribedLicense:
    subscription_id: str | None
    customer_id: str | None
