from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class ApplicationEvent(Event):
    application_id: UUID
    name: str


@dataclass(frozen=True, slots=True)
class ApplicationAssigned(ApplicationEvent):
    event_name = "application.assigned"
    severity = "Medium"
    text = "Let people use the application {name}"
    user_ids: list[UUID]


@dataclass(frozen=True, slots=True)
class ApplicationUnassigned(ApplicationEvent):
    event_name = "application.unassigned"
    severity = "Medium"
    text = "No longer let people use the application {name}"
    user_ids: list[UUID]


@dataclass(frozen=True, slots=True)
class ActiveTenantChosen(ApplicationEvent):
    event_name = "application.active_tenant_chosen"
    text = "Chose this account for the application {name}"


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
