from gatehouse.kit.errors import Invalid, NotFound


class NotAssigned(NotFound):
    code = "applications.not_assigned"


class DefaultIsFree(Invalid):
    """People sign in to the default application where they name none, so everybody may."""

    code = "applications.default_is_free"
