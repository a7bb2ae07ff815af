from gatehouse.kit.errors import Conflict, Forbidden, NotFound


class ScimConnectionNotFound(NotFound):
    code = "provisioning.not_found"


class TooManyScimConnections(Conflict):
    code = "provisioning.too_many"


class ScimConnectionOutranksYou(Forbidden):
    """Its groups give roles that the caller may not give."""

    code = "provisioning.outranks_you"
