from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class TenantApplicationEvent(Event):
    application_id: UUID
    name: str


@dataclass(frozen=True, slots=True)
class ApplicationGiven(TenantApplicationEvent):
    event_name = "application.given"
    text = "Gave this account the application {name}"
    access_type: str


@dataclass(frozen=True, slots=True)
class ApplicationAccessChanged(TenantApplicationEvent):
    event_name = "application.access_changed"
    severity = "Medium"
    text = "Changed who may use the application {name}"
    access_type: str


@dataclass(frozen=True, slots=True)
class ApplicationTaken(TenantApplicationEvent):
    event_name = "application.taken"
    severity = "Medium"
    text = "Took the application {name} away from this account"
