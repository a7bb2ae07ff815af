"""Events of changes that users make to a license. Those of its subscription are in `purchases/events.py`."""

from uuid import UUID

from gatehouse.kit.events import Event


class LicenseEvent(Event):
    license_id: UUID
    name: str


class LicenseRenamed(LicenseEvent):
    event_name = "license.renamed"
    text = "{former_name} is now called {name}"
    former_name: str


class LicenseChanged(LicenseEvent):
    event_name = "license.changed"
    text = "{name} now has {seats} seats"
    seats: int


class LicenseCanceled(LicenseEvent):
    event_name = "license.canceled"
    text = "{name} was canceled"


class LicenseResumed(LicenseEvent):
    event_name = "license.resumed"
    text = "{name} was resumed"
