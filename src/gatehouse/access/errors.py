"""Refusals of a caller."""

from gatehouse.kit.errors import Conflict, Forbidden, Invalid, NotFound, Unauthenticated


class SessionEnded(Unauthenticated, code="session.ended"): ...


class ApiTokenEnded(Unauthenticated, code="api_tokens.ended"):
    """Revoked, expired, or its owner or tenant is gone."""


class ApiTokensDisabled(Forbidden):
    """The vendor has switched API tokens off. The published server packages know this text."""

    code = "api_tokens.disabled"

    def __init__(self) -> None:
        super().__init__("Api tokens are disabled")


class MissingPermission(Forbidden, code="access.missing_permission"): ...


class StaffProtected(Forbidden, code="access.staff_protected"):
    """Only an owner may change staff members: access to their account would give their permissions."""


class UserBeingErased(Conflict, code="users.being_erased"):
    """The user is being erased, so nothing can be changed any more."""


class MissingScope(Forbidden, code="access.missing_scope"):
    """A third-party application requested more than its granted scopes (RFC 6750 §3.1)."""


class AccountNeeded(Invalid, code="access.account_needed"):
    """A backend of the vendor named no tenant."""


class AccountNotFound(NotFound, code="tenants.not_found"):
    """A backend of the vendor called for an account that there is not."""


class PersonNotFound(NotFound, code="users.not_found"):
    """A backend of the vendor named a user who is not a member of the tenant."""


class UserRequired(Forbidden, code="access.person_needed"):
    """A machine or a tenant's token called a route that needs a user."""


class ImpersonationForbiddenHere(Forbidden, code="access.impersonated"):
    """An impersonated session asked for an action that only the user may perform."""


class StepUpNeeded(Forbidden, code="access.step_up_needed"):
    """MFA is missing, or too long ago."""


class RecentSignInNeeded(Forbidden, code="access.recent_sign_in_needed"): ...


class TenantNotFound(NotFound, code="tenants.not_found"): ...
