from gatehouse.kit.errors import NotFound


class ApplicationUnknown(NotFound):
    """None in use that asks people, or nothing was allowed to it."""

    code = "oauth.unknown_application"
