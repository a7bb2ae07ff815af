"""RFC 7591 §3.2.2."""

from gatehouse.kit.errors import Conflict, Forbidden, Invalid, NotFound, TooManyRequests


class IsClient(Invalid):
    """A client has no clients of its own, and is changed as one."""

    code = "applications.is_client"


class ApplicationClientNotFound(NotFound):
    code = "applications.client_not_found"


class TooManyClients(Conflict):
    code = "applications.too_many_clients"


class MobileAppExists(Conflict):
    code = "mobile_apps.exists"


class MobileAppNotFound(NotFound):
    code = "mobile_apps.not_found"


class InvalidRedirectUri(Invalid):
    code = "invalid_redirect_uri"


class InvalidClientMetadata(Invalid):
    code = "invalid_client_metadata"


class NotOpen(Forbidden):
    """No application lets clients register themselves."""

    code = "access_denied"


class TooManyRegistered(TooManyRequests):
    code = "temporarily_unavailable"
