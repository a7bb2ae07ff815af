from gatehouse.kit.errors import Invalid, NotFound


class ApplicationUnknown(NotFound):
    """The application is not active, never asks for consent, or has no consent of this user."""

    code = "oauth.unknown_application"


class RequestUnknown(Invalid):
    """The request has expired, was used, or would not be accepted at `/oauth/authorize`."""

    code = "oauth.unknown_request"
