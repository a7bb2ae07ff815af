"""What is decided about the next period."""

from gatehouse.licensing.licenses.events import LicenseEvent


class FewerSeatsScheduled(LicenseEvent):
    event_name = "license.seats_scheduled"
    text = "{name} will have {seats} seats from the next period on"
    seats: int


class FewerSeatsTakenBack(LicenseEvent):
    event_name = "license.seats_kept"
    text = "{name} keeps its seats in the next period"


class ScheduledSeatsMade(LicenseEvent):
    event_name = "license.scheduled_seats_made"
    text = "{name} now has {seats} seats, as was scheduled"
    seats: int
