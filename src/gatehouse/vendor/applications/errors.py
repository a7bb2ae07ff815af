from gatehouse.kit.errors import Invalid, NotFound


class ApplicationNotFound(NotFound):
    code = "applications.not_found"


class UnknownApplication(Invalid):
    """The one that the caller names is not there, not active, or not for people."""

    code = "applications.unknown"
