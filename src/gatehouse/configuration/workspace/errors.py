from gatehouse.kit.errors import Invalid, NotFound


class NoCustomDomains(Invalid):
    """The server's host names come from its settings and the proxy in front of it."""

    code = "vendor.no_custom_domains"


class CustomDomainNotFound(NotFound):
    code = "vendor.custom_domain_not_found"
