from gatehouse.kit.errors import NotFound


class UnknownIdentity(NotFound):
    code = "users.unknown_identity"
