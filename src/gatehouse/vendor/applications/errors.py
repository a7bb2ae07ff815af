from gatehouse.kit.errors import Invalid


class UnknownApplication(Invalid):
    """The one that the caller names is not there, not active, or not for people."""

    code = "applications.unknown"
