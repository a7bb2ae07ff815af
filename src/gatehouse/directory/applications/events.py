from uuid import UUID

from gatehouse.kit.events import Event


class ApplicationEvent(Event):
    application_id: UUID
    name: str


class ApplicationAssigned(ApplicationEvent):
    event_name = "application.assigned"
    severity = "Medium"
    text = "Let people use the application {name}"
    user_ids: list[UUID]


class ApplicationUnassigned(ApplicationEvent):
    event_name = "application.unassigned"
    severity = "Medium"
    text = "No longer let people use the application {name}"
    user_ids: list[UUID]


class ActiveTenantChosen(ApplicationEvent):
    event_name = "application.active_tenant_chosen"
    text = "Chose this account for the application {name}"


class TenantApplicationEvent(Event):
    application_id: UUID
    name: str


class ApplicationGiven(TenantApplicationEvent):
    event_name = "application.given"
    text = "Gave this account the application {name}"
    access_type: str


class ApplicationAccessChanged(TenantApplicationEvent):
    event_name = "application.access_changed"
    severity = "Medium"
    text = "Changed who may use the application {name}"
    access_type: str


class ApplicationTaken(TenantApplicationEvent):
    event_name = "application.taken"
    severity = "Medium"
    text = "Took the application {name} away from this account"
