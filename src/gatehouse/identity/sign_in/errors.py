from gatehouse.kit.errors import (
    Forbidden,
    Invalid,
    NotFound,
    RecordedForbidden,
    RecordedUnauthenticated,
)

VERIFY_FIRST = "Verify your email address before you sign in"


class EmailNotVerified(RecordedForbidden):
    code = "ER-01060"


class NoAccess(RecordedForbidden):
    """The user is authenticated, but has no active membership."""

    code = "login.no_access"


class SignInOver(RecordedUnauthenticated):
    """No such pending sign-in: it has expired, had too many wrong answers, or was ended."""

    code = "login.over"


class SessionOver(SignInOver):
    """The session to step up ended while the new one began; the new one is not kept."""

    keeps_writes = False


class StrategyNotOffered(Forbidden):
    """The vendor does not offer this sign-in method. Known to clients by its code (wire reference §3)."""

    code = "ER-01012"


class AccountLocked(RecordedForbidden):
    """The vendor locked the user's account; known to clients by its code, which is also that of too many
    wrong passwords."""

    code = "ER-01034"


class AccountSuspended(RecordedForbidden):
    """The user is authenticated, but the vendor suspended the only tenant that the user could enter."""

    code = "login.account_suspended"


class NotOfApplication(RecordedForbidden):
    """The user is authenticated, but may not use the application in any tenant. Known to clients by its code
    (wire reference §3)."""

    code = "ER-01009"


class SsoRequired(RecordedForbidden):
    """Users with this email domain must use SSO."""

    code = "sso.required"


def sso_required_error() -> SsoRequired:
    return SsoRequired(
        "Your company requires single sign-on. Go back and sign in with your company."
    )


class InvalidCredentials(RecordedUnauthenticated):
    """Wrong credentials; identical for a wrong password and an unknown identifier."""

    code = "ER-01013"


class LockedOut(Forbidden):
    """Too many wrong passwords; also for an unknown identifier."""

    code = "ER-01034"


class EmailMissing(Invalid):
    code = "login.email_missing"


class UnlockLinkOver(NotFound):
    code = "unlock.link_over"
