from gatehouse.kit.errors import Forbidden, Unauthenticated

VERIFY_FIRST = "Verify your email address before you sign in"


class EmailNotVerified(Forbidden):
    code = "ER-01060"
    keeps_writes = True


class NoAccess(Forbidden):
    """It is them, but no membership is in force."""

    code = "login.no_access"
    keeps_writes = True


class SignInOver(Unauthenticated):
    """There is no such sign-in that waits: it took too long, too many tries, or something else ended it."""

    code = "login.over"
    keeps_writes = True


class SessionOver(SignInOver):
    """The session that was stepped up ended while the new one began, of which nothing is kept."""

    keeps_writes = False


class StrategyNotOffered(Forbidden):
    """The vendor has chosen another way of signing in. Known to clients by its code (wire reference §3)."""

    code = "ER-01012"


class AccountLocked(Forbidden):
    """The vendor keeps the person out; known to clients by its code, as for too many wrong passwords."""

    code = "ER-01034"
    keeps_writes = True


class AccountSuspended(Forbidden):
    """It is them, and the vendor has suspended the one account that they could enter."""

    code = "login.account_suspended"
    keeps_writes = True


class NotOfApplication(Forbidden):
    """It is them, but no account of theirs lets them use the application that asks. Known to clients by its
    code (wire reference §3)."""

    code = "ER-01009"
    keeps_writes = True


class SsoRequired(Forbidden):
    """People of this domain sign in through their company, and in no other way."""

    code = "sso.required"
    keeps_writes = True


def sso_required() -> SsoRequired:
    return SsoRequired("Your company requires single sign-on. Go back, and sign in through it.")
