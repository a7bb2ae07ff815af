from gatehouse.kit.errors import Invalid, NotFound


class ApplicationUnknown(NotFound):
    """None in use that asks people, or nothing was allowed to it."""

    code = "oauth.unknown_application"


class RequestUnknown(Invalid):
    """It is over, was used, or would not be taken at `/oauth/authorize`."""

    code = "oauth.unknown_request"
