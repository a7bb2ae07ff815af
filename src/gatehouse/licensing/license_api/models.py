"""Rows about tools and their seats."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class KeyOwner:
    """The license that a key opens."""

    tenant_id: UUID
    license_id: UUID


@dataclass(frozen=True, slots=True)
class LockedLicense:
    """`seats`: how many may be claimed, which is fewer than are paid while a reduction is under way."""

    code: str
    name: str
    seats: int


@dataclass(frozen=True, slots=True)
class FiledLicense:
    """What a license file says. `ends_at`: when it will end, or pause, although it is in force."""

    code: str
    fingerprint: str
    name: str
    customer: str
    license_type: str
    is_trial: bool
    max_seats: int
    valid_to: datetime | None
    ends_at: datetime | None
    has_seat: bool
