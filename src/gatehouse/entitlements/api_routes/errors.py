from gatehouse.kit.errors import Conflict, NotFound


class ApiRouteNotFound(NotFound):
    code = "api_routes.not_found"


class ApiRouteExists(Conflict):
    code = "api_routes.exists"


class TooManyApiRoutes(Conflict):
    code = "api_routes.too_many"
