"""Refusals of a caller."""

from gatehouse.kit.errors import Conflict, Forbidden, Invalid, NotFound, Unauthenticated


class SessionEnded(Unauthenticated):
    code = "session.ended"


class ApiTokenEnded(Unauthenticated):
    """Revoked, expired, or its owner or tenant is gone."""

    code = "api_tokens.ended"


class ApiTokensDisabled(Forbidden):
    """The vendor has switched API tokens off. The published server packages know this text."""

    code = "api_tokens.disabled"

    def __init__(self) -> None:
        super().__init__("Api tokens are disabled")


class MissingPermission(Forbidden):
    code = "access.missing_permission"


class StaffProtected(Forbidden):
    """Only an owner may change staff members: access to their account would give their permissions."""

    code = "access.staff_protected"


class UserBeingErased(Conflict):
    """The user is being erased, so nothing can be changed any more."""

    code = "users.being_erased"


class MissingScope(Forbidden):
    """A third-party application requested more than its granted scopes (RFC 6750 §3.1)."""

    code = "access.missing_scope"


class AccountNeeded(Invalid):
    """A backend of the vendor named no tenant."""

    code = "access.account_needed"


class AccountNotFound(NotFound):
    """A backend of the vendor called for an account that there is not."""

    code = "tenants.not_found"


class PersonNotFound(NotFound):
    """A backend of the vendor named a user who is not a member of the tenant."""

    code = "users.not_found"


class UserRequired(Forbidden):
    """A machine or a tenant's token called a route that needs a user."""

    code = "access.person_needed"


class ImpersonationForbiddenHere(Forbidden):
    """An impersonated session asked for an action that only the user may perform."""

    code = "access.impersonated"


class StepUpNeeded(Forbidden):
    """MFA is missing, or too long ago."""

    code = "access.step_up_needed"


class RecentSignInNeeded(Forbidden):
    code = "access.recent_sign_in_needed"


class TenantNotFound(NotFound):
    code = "tenants.not_found"
