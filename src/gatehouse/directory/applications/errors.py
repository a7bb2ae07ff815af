"""Errors of the applications of a tenant."""

from gatehouse.kit.errors import Invalid, NotFound


class NotOfTenant(NotFound):
    """The application does not exist, or the tenant does not have it."""

    code = "applications.not_of_tenant"


class NotYours(NotFound):
    """The user is not a member of the tenant, or may not use the application there."""

    code = "applications.not_yours"


class NotAssigned(NotFound):
    code = "applications.not_assigned"


class DefaultIsFree(Invalid):
    """Users sign in to the default application when they name none, so its access cannot be restricted."""

    code = "applications.default_is_free"
