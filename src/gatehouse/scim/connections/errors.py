from gatehouse.kit.errors import Conflict, NotFound


class ConnectionNotFound(NotFound):
    code = "provisioning.not_found"


class TooManyConnections(Conflict):
    code = "provisioning.too_many"
