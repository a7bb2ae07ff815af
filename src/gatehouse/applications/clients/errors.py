from gatehouse.kit.errors import Conflict, NotFound


class ApplicationClientNotFound(NotFound):
    code = "applications.client_not_found"


class TooManyClients(Conflict):
    code = "applications.too_many_clients"
