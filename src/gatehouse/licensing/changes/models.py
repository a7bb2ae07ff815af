"""Seats of a license while it is locked."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class LockedSeats:
    """`held_seats`: while fewer are being asked for, how many may be claimed."""

    max_seats: int
    held_seats: int | None
    held_until: datetime | None


@dataclass(frozen=True, slots=True)
class SeatUse:
    used: int
    holders: list[str]
