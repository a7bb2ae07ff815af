from gatehouse.kit.errors import Conflict, NotFound


class RedirectUriExists(Conflict):
    code = "applications.redirect_uri_exists"


class RedirectUriNotFound(NotFound):
    code = "applications.redirect_uri_not_found"
