from gatehouse.kit.errors import (
    Forbidden,
    Invalid,
    NotFound,
    RecordedUnauthenticated,
    Unauthenticated,
)


class SessionNotFound(Unauthenticated):
    """There is no session: the normal response to an anonymous refresh."""

    code = "session.not_found"


class RefreshTokenReused(RecordedUnauthenticated):
    """A used refresh token was sent again: the session has been ended, and the transaction keeps that."""

    code = "session.not_found"


class AccessLost(RecordedUnauthenticated):
    """The user has no active membership left: the session has been ended, and the transaction keeps that."""

    code = "session.not_found"


class NotAdmitted(Unauthenticated):
    """The tenant's restrictions refuse the user at this location; the session stays."""

    code = "session.not_admitted"


class OneFactor(Unauthenticated):
    """The tenant now requires MFA, and the session began without; it stays."""

    code = "session.second_factor_needed"


class ShutOut(Unauthenticated):
    """The user may not use the requesting application in any tenant; the session stays. Known to clients by
    its code (wire reference §3)."""

    code = "ER-01009"


class SessionNotOfApplication(Forbidden):
    """The user may not use the requesting application in this tenant."""

    code = "ER-01009"


class NotAMemberOfTenant(Forbidden):
    """The user is not a member of the tenant, or no longer."""

    code = "session.not_a_member"


class BeganOtherwise(Forbidden):
    """The tenant admits only sessions that began with a method that this one lacks."""

    code = "session.began_otherwise"


class SecondFactorNeeded(BeganOtherwise):
    code = "session.second_factor_needed"


class PasswordTooOld(BeganOtherwise):
    code = "session.password_too_old"


class SsoNeeded(BeganOtherwise):
    """The tenant requires SSO, and the session began without."""

    code = "sso.required"


class UnknownSession(NotFound):
    code = "session.unknown"


class TenantIdMalformed(Invalid):
    code = "session.tenant_malformed"


class SessionLinkExpired(NotFound):
    code = "session.link_over"
