from gatehouse.kit.errors import Conflict, Forbidden, Invalid, NotFound


class SsoConnectionNotFound(NotFound):
    code = "sso.not_found"


class TooManySsoConnections(Conflict):
    code = "sso.too_many"


class ConnectionIncomplete(Invalid):
    """It cannot be switched on: `missing` names the fields."""

    code = "sso.incomplete"


class SsoConnectionOutranksYou(Forbidden):
    """Whoever changes a connection decides who comes in with its roles."""

    code = "sso.outranks_you"


class BadCertificate(Invalid):
    code = "sso.bad_certificate"


class OidcOff(Conflict):
    """The vendor offers SAML only."""

    code = "sso.oidc_off"


class PlainHttp(Invalid):
    """Requests and answers of a sign-in would be readable on the network."""

    code = "sso.plain_http"
