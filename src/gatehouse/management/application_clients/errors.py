from gatehouse.kit.errors import Conflict, Invalid, NotFound


class ApplicationClientNotFound(NotFound):
    code = "applications.client_not_found"


class IsClient(Invalid):
    """A client has no clients of its own."""

    code = "applications.is_client"


class TooManyClients(Conflict):
    code = "applications.too_many_clients"
