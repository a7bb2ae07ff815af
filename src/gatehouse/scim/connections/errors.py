from gatehouse.kit.errors import Conflict, Forbidden, NotFound


class ConnectionNotFound(NotFound):
    code = "provisioning.not_found"


class TooManyConnections(Conflict):
    code = "provisioning.too_many"


class ConnectionOutranksYou(Forbidden):
    """Its groups give roles that the caller may not give."""

    code = "provisioning.outranks_you"
