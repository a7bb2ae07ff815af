from gatehouse.kit.errors import Invalid, NotFound


class ApplicationNotFound(NotFound):
    code = "applications.not_found"


class UnknownApplication(Invalid):
    """The application that the caller names does not exist, is not active or is not for users."""

    code = "applications.unknown"
