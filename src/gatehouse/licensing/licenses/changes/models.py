"""Seats of a license while it is locked."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LockedSeats:
    """`held_seats`: while fewer are being asked for, how many may be claimed."""

    held_seats: int | None


@dataclass(frozen=True, slots=True)
class SeatUse:
    used: int
    holders: list[str]
