"""What people do with the seats of a license. What tools do is in `machine/events.py`."""

from dataclasses import dataclass

from gatehouse.licensing.licenses.events import LicenseEvent


@dataclass(frozen=True, slots=True)
class SeatTakenBack(LicenseEvent):
    event_name = "license.seat_taken_back"
    text = "The seat of {subject} in {name} was freed"
    subject: str
