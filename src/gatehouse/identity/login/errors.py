from gatehouse.kit.errors import Forbidden, Invalid, Unauthenticated


class InvalidCredentials(Unauthenticated):
    """Wrong credentials; identical for a wrong password and an unknown identifier."""

    code = "ER-01013"
    keeps_writes = True


class LockedOut(Forbidden):
    """Too many wrong passwords; also for an unknown identifier."""

    code = "ER-01034"


class EmailMissing(Invalid):
    code = "login.email_missing"
