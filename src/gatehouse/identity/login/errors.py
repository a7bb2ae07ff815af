from gatehouse.kit.errors import Forbidden, Invalid, Unauthenticated


class InvalidCredentials(Unauthenticated):
    """The same for a wrong password and for an address that nobody has."""

    code = "ER-01013"
    keeps_writes = True


class LockedOut(Forbidden):
    """Too many wrong passwords; also for an address that nobody has."""

    code = "ER-01034"


class EmailMissing(Invalid):
    code = "login.email_missing"
