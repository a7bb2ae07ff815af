"""Refusals about the applications of a tenant."""

from gatehouse.kit.errors import Invalid, NotFound


class NotOfTenant(NotFound):
    """There is no such application, or the tenant does not have it."""

    code = "applications.not_of_tenant"


class NotYours(NotFound):
    """The person does not belong to the tenant, or may not use the application there."""

    code = "applications.not_yours"


class NotAssigned(NotFound):
    code = "applications.not_assigned"


class DefaultIsFree(Invalid):
    """People sign in to the default application where they name none, so everybody may."""

    code = "applications.default_is_free"
