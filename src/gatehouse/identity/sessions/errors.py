from gatehouse.kit.errors import Forbidden, Invalid, NotFound, Unauthenticated


class SessionNotFound(Unauthenticated):
    """No session: the normal answer to an anonymous refresh."""

    code = "session.not_found"


class RefreshTokenReused(Unauthenticated):
    """A used refresh token came back: the session has been ended, and that stays."""

    code = "session.not_found"
    keeps_writes = True


class AccessLost(Unauthenticated):
    """No membership is in force any more: the session has been ended, and that stays."""

    code = "session.not_found"
    keeps_writes = True


class NotAdmitted(Unauthenticated):
    """The tenant's restrictions refuse the person where they are now; the session stays."""

    code = "session.not_admitted"


class OneFactor(Unauthenticated):
    """The tenant asks for a second factor by now, and the session began without; it stays."""

    code = "session.second_factor_needed"


class ShutOut(Unauthenticated):
    """The person may not use the application that asks, in none of their accounts; the session stays. Known
    to clients by its code (wire reference §3)."""

    code = "ER-01009"


class SessionNotOfApplication(Forbidden):
    """The same of one account."""

    code = "ER-01009"


class NotAMemberOfTenant(Forbidden):
    """The person does not belong to the tenant, or no longer."""

    code = "session.not_a_member"


class BeganOtherwise(Forbidden):
    """The tenant lets in only sessions that began with something which this one lacks."""

    code = "session.began_otherwise"


class SecondFactorNeeded(BeganOtherwise):
    code = "session.second_factor_needed"


class PasswordTooOld(BeganOtherwise):
    code = "session.password_too_old"


class SsoNeeded(BeganOtherwise):
    """As at sign-in."""

    code = "sso.required"


class UnknownSession(NotFound):
    code = "session.unknown"


class TenantIdMalformed(Invalid):
    code = "session.tenant_malformed"
