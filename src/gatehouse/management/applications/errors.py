from gatehouse.kit.errors import NotFound


class ApplicationNotFound(NotFound):
    code = "applications.not_found"
