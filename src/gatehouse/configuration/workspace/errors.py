from gatehouse.kit.errors import Invalid, NotFound


class NoCustomDomains(Invalid):
    """Under which names this server answers is said by its settings and the proxy before it."""

    code = "vendor.no_custom_domains"


class CustomDomainNotFound(NotFound):
    code = "vendor.custom_domain_not_found"
