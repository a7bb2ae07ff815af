"""What the billing date does to seats."""

from dataclasses import dataclass

from gatehouse.licensing.licenses.events import LicenseEvent


@dataclass(frozen=True, slots=True)
class SeatsReset(LicenseEvent):
    event_name = "license.seats_reset"
    text = "{seats} seats of {name} were freed at the billing date"
    seats: int
