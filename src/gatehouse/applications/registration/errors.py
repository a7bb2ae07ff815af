"""RFC 7591 §3.2.2."""

from gatehouse.kit.errors import Forbidden, Invalid, TooManyRequests


class InvalidRedirectUri(Invalid):
    code = "invalid_redirect_uri"


class InvalidClientMetadata(Invalid):
    code = "invalid_client_metadata"


class NotOpen(Forbidden):
    """No application lets clients register themselves."""

    code = "access_denied"


class TooManyRegistered(TooManyRequests):
    code = "temporarily_unavailable"
