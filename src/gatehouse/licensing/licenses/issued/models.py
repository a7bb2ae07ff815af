"""What the vendor asks for, and the licenses that it is about."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID


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
class LockedLicense:
    """A license, locked. `is_billed`: a subscription decides how many seats it has."""

    id: UUID
    tenant_id: UUID
    name: str
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
