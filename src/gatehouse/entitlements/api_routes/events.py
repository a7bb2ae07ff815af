from gatehouse.kit.events import Event


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
