"""What happens to entitlements, relations and API routes."""

from uuid import UUID

from gatehouse.kit.events import Event


class EntitlementEvent(Event):
    entitlement_id: UUID
    plan: str
    user_id: UUID | None = None


class EntitlementGranted(EntitlementEvent):
    event_name = "entitlement.granted"
    text = "Granted the plan {plan}"


class EntitlementChanged(EntitlementEvent):
    event_name = "entitlement.changed"
    text = "Changed the expiry of the plan {plan}"


class EntitlementRevoked(EntitlementEvent):
    event_name = "entitlement.revoked"
    severity = "Medium"
    text = "Revoked the plan {plan}"


class EntityTypeChanged(Event):
    event_name = "vendor.entity_type_changed"
    severity = "High"
    text = "{what} of the entity type {key}"
    key: str
    what: str


class RelationAssignmentEvent(Event):
    severity = "Medium"
    count: int


class RelationsAssigned(RelationAssignmentEvent):
    event_name = "vendor.relations_assigned"
    text = "Assigned {count} relations"


class RelationsUnassigned(RelationAssignmentEvent):
    event_name = "vendor.relations_unassigned"
    text = "Unassigned {count} relations"


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
