"""Errors of the applications of a tenant."""

from gatehouse.kit.errors import Invalid, NotFound


class NotOfTenant(NotFound, code="applications.not_of_tenant"):
    """The application does not exist, or the tenant does not have it."""


class NotYours(NotFound, code="applications.not_yours"):
    """The user is not a member of the tenant, or may not use the application there."""


class NotAssigned(NotFound, code="applications.not_assigned"): ...


class DefaultIsFree(Invalid, code="applications.default_is_free"):
    """Users sign in to the default application when they name none, so its access cannot be restricted."""
