from gatehouse.kit.errors import Conflict, Invalid, NotFound


class SourceNotFound(NotFound):
    code = "user_sources.not_found"


class TooManySources(Conflict):
    code = "user_sources.too_many"


class SecretMissing(Invalid):
    code = "user_sources.secret_missing"


class AddressUnusable(Invalid):
    code = "user_sources.address_unusable"
