from gatehouse.kit.errors import NotFound


class SsoLinkNotFound(NotFound):
    code = "sso.link_not_found"
