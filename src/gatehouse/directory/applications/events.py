from uuid import UUID

from gatehouse.kit.events import Event


class ApplicationEvent(Event):
    application_id: UUID
    name: str


class ApplicationAssigned(ApplicationEvent):
    event_name = "application.assigned"
    severity = "Medium"
    text = "Assigned the application {name} to users"
    user_ids: list[UUID]


class ApplicationUnassigned(ApplicationEvent):
    event_name = "application.unassigned"
    severity = "Medium"
    text = "Unassigned the application {name} from users"
    user_ids: list[UUID]


class ActiveTenantChosen(ApplicationEvent):
    event_name = "application.active_tenant_chosen"
    text = "Selected this account for the application {name}"


class TenantApplicationEvent(Event):
    application_id: UUID
    name: str


class ApplicationGiven(TenantApplicationEvent):
    event_name = "application.given"
    text = "Assigned the application {name} to this account"
    access_type: str


class ApplicationAccessChanged(TenantApplicationEvent):
    event_name = "application.access_changed"
    severity = "Medium"
    text = "Changed access to the application {name}"
    access_type: str


class ApplicationTaken(TenantApplicationEvent):
    event_name = "application.taken"
    severity = "Medium"
    text = "Unassigned the application {name} from this account"
