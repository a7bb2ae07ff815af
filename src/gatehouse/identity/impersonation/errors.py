from gatehouse.kit.errors import Forbidden, Invalid, NotFound, Unauthenticated


class OneselfImpersonated(Invalid):
    code = "impersonation.oneself"


class MemberUnknown(NotFound):
    code = "impersonation.no_member"


class ImpersonationForbidden(Forbidden):
    """The tenant's administrator, or the vendor, does not allow impersonation."""

    code = "impersonation.forbidden"


class ImpersonationOver(Unauthenticated):
    """The actor token is used, expired or for another user, or its requester may no longer impersonate."""

    code = "impersonation.over"


class ImpersonatorRequired(Forbidden):
    """A backend's credential cannot impersonate; only a user can."""

    code = "impersonation.person_needed"
