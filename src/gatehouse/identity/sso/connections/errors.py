from gatehouse.kit.errors import Conflict, Forbidden, Invalid, NotFound


class SsoConnectionNotFound(NotFound):
    code = "sso.not_found"


class TooManySsoConnections(Conflict):
    code = "sso.too_many"


class ConnectionIncomplete(Invalid):
    """The connection cannot be enabled: `missing` names the fields."""

    code = "sso.incomplete"


class SsoConnectionOutranksYou(Forbidden):
    """The connection grants a role that the caller may not assign."""

    code = "sso.outranks_you"


class BadCertificate(Invalid):
    code = "sso.bad_certificate"


class OidcOff(Conflict):
    """The vendor offers SAML only."""

    code = "sso.oidc_off"


class PlainHttp(Invalid):
    """Plain HTTP would expose the requests and responses of a sign-in on the network."""

    code = "sso.plain_http"
