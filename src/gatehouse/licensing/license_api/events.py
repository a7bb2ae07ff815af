"""What tools do with the seats of a license."""

from uuid import UUID

from gatehouse.kit.events import Event


class SeatClaimed(Event):
    event_name = "license.seat_claimed"
    text = "{subject} took a seat of {name}"
    license_id: UUID
    name: str
    subject: str
    kind: str


class SeatFreed(Event):
    event_name = "license.seat_freed"
    text = "{subject} gave a seat back"
    license_id: UUID
    subject: str
