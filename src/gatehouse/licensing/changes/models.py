"""Seats of a license while it is locked."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeatUse:
    max_seats: int
    used: int
    holders: list[str]
