from gatehouse.kit.errors import Forbidden, Invalid, Unauthenticated


class OneselfImpersonated(Invalid):
    code = "impersonation.oneself"


class ImpersonationForbidden(Forbidden):
    """The tenant's administrator wants none."""

    code = "impersonation.forbidden"


class ImpersonationOver(Unauthenticated):
    """The token was used, is too old, is of somebody else, or whoever asked for it may no more."""

    code = "impersonation.over"
