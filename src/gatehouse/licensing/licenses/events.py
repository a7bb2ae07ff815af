"""Events of changes that users make to a license. Those of its subscription are in `purchases/events.py`."""

from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class LicenseEvent(Event):
    license_id: UUID
    name: str


@dataclass(frozen=True, slots=True)
class LicenseRenamed(LicenseEvent):
    event_name = "license.renamed"
    text = "{former_name} is now called {name}"
    former_name: str


@dataclass(frozen=True, slots=True)
class LicenseChanged(LicenseEvent):
    event_name = "license.changed"
    text = "{name} now has {seats} seats"
    seats: int


@dataclass(frozen=True, slots=True)
class LicenseCanceled(LicenseEvent):
    event_name = "license.canceled"
    text = "{name} was canceled"


@dataclass(frozen=True, slots=True)
class LicenseResumed(LicenseEvent):
    event_name = "license.resumed"
    text = "{name} was resumed"
