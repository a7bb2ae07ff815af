"""What happens to entitlements, relations and API routes."""

from uuid import UUID

from gatehouse.kit.events import Event


class EntitlementGranted(Event):
    event_name = "entitlement.granted"
    text = "Granted the plan {plan}"
    entitlement_id: UUID
    plan: str
    user_id: UUID | None = None


class EntitlementChanged(Event):
    event_name = "entitlement.changed"
    text = "Changed the expiry of the plan {plan}"
    entitlement_id: UUID
    plan: str
    user_id: UUID | None = None


class EntitlementRevoked(Event):
    event_name = "entitlement.revoked"
    severity = "Medium"
    text = "Revoked the plan {plan}"
    entitlement_id: UUID
    plan: str
    user_id: UUID | None = None


class EntityTypeChanged(Event):
    event_name = "vendor.entity_type_changed"
    severity = "High"
    text = "{what} of the entity type {key}"
    key: str
    what: str


class RelationsAssigned(Event):
    event_name = "vendor.relations_assigned"
    severity = "Medium"
    text = "Assigned {count} relations"
    count: int


class RelationsUnassigned(Event):
    event_name = "vendor.relations_unassigned"
    severity = "Medium"
    text = "Unassigned {count} relations"
    count: int


class ApiRouteChanged(Event):
    event_name = "vendor.api_route_changed"
    severity = "High"
    text = "{what} the API route {route}"
    route: str
    what: str


class ApiRoutesImported(Event):
    event_name = "vendor.api_routes_imported"
    severity = "High"
    text = "Imported {count} API routes"
    count: int


class ApiRouteModeChanged(Event):
    event_name = "vendor.api_route_mode_changed"
    severity = "High"
    text = "Set the access control of API routes to {mode}"
    mode: str
