from typing import ClassVar
from uuid import UUID

from gatehouse.kit.events import Event, Severity


class ApplicationEvent(Event):
    severity: ClassVar[Severity] = "Medium"
    application_id: UUID
    name: str


class ApplicationAssigned(ApplicationEvent):
    event_name = "application.assigned"
    text = "Assigned the application {name} to users"
    user_ids: list[UUID]


class ApplicationUnassigned(ApplicationEvent):
    event_name = "application.unassigned"
    text = "Unassigned the application {name} from users"
    user_ids: list[UUID]


class ActiveTenantChosen(ApplicationEvent):
    event_name = "application.active_tenant_chosen"
    severity = "Info"
    text = "Selected this account for the application {name}"


class ApplicationGiven(ApplicationEvent):
    event_name = "application.given"
    severity = "Info"
    text = "Assigned the application {name} to this account"
    access_type: str


class ApplicationAccessChanged(ApplicationEvent):
    event_name = "application.access_changed"
    text = "Changed access to the application {name}"
    access_type: str


class ApplicationTaken(ApplicationEvent):
    event_name = "application.taken"
    text = "Unassigned the application {name} from this account"
