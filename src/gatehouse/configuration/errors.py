from gatehouse.kit.errors import Conflict, Invalid, NotFound


class TableNotFound(NotFound, code="vendor.table_not_found"): ...


class DocumentChanged(Conflict, code="vendor.document_changed"):
    """The changes differ from those that the caller reviewed."""


class RedirectUriExists(Conflict, code="applications.redirect_uri_exists"): ...


class RedirectUriNotFound(NotFound, code="applications.redirect_uri_not_found"): ...


class NoCustomDomains(Invalid, code="vendor.no_custom_domains"):
    """The server's host names come from its settings and the proxy in front of it."""


class CustomDomainNotFound(NotFound, code="vendor.custom_domain_not_found"): ...
