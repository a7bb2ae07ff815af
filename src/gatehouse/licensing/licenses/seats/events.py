"""Events of seats that users cause. Those of tools are in `machine/events.py`."""

from gatehouse.licensing.licenses.events import LicenseEvent


class SeatTakenBack(LicenseEvent):
    event_name = "license.seat_taken_back"
    text = "The seat of {subject} in {name} was freed"
    subject: str
