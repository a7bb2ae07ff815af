"""RFC 7591 §3.2.2."""

from gatehouse.kit.errors import Conflict, Forbidden, Invalid, NotFound, TooManyRequests


class IsClient(Invalid, code="applications.is_client"):
    """A client has no clients of its own, and is changed as one."""


class ApplicationClientNotFound(NotFound, code="applications.client_not_found"): ...


class TooManyClients(Conflict, code="applications.too_many_clients"): ...


class MobileAppExists(Conflict, code="mobile_apps.exists"): ...


class MobileAppNotFound(NotFound, code="mobile_apps.not_found"): ...


class InvalidRedirectUri(Invalid, code="invalid_redirect_uri"): ...


class InvalidClientMetadata(Invalid, code="invalid_client_metadata"): ...


class NotOpen(Forbidden, code="access_denied"):
    """No application lets clients register themselves."""


class TooManyRegistered(TooManyRequests, code="temporarily_unavailable"): ...
