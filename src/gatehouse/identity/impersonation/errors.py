from gatehouse.kit.errors import Forbidden, Invalid, NotFound, Unauthenticated


class OneselfImpersonated(Invalid):
    code = "impersonation.oneself"


class MemberUnknown(NotFound):
    code = "impersonation.no_member"


class ImpersonationForbidden(Forbidden):
    """The tenant's administrator wants none."""

    code = "impersonation.forbidden"


class ImpersonationOver(Unauthenticated):
    """The token was used, is too old, is of somebody else, or whoever asked for it may no more."""

    code = "impersonation.over"


class ImpersonatorRequired(Forbidden):
    """A backend's credential is nobody who could act for somebody."""

    code = "impersonation.person_needed"
