from gatehouse.kit.errors import Conflict, NotFound


class ProviderNotFound(NotFound):
    code = "social.provider_not_found"


class ProviderExists(Conflict):
    code = "social.provider_exists"
