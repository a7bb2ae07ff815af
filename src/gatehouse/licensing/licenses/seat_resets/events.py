"""What the billing date does to seats."""

from gatehouse.licensing.licenses.events import LicenseEvent


class SeatsReset(LicenseEvent):
    event_name = "license.seats_reset"
    text = "{seats} seats of {name} were freed at the billing date"
    seats: int
