"""Errors of multi-factor authentication."""

from gatehouse.kit.errors import Invalid, Unauthenticated


class CodeRefused(Invalid):
    """The code is wrong, used or expired. Not 401, because the session is valid."""

    code = "ER-01011"
    keeps_writes = True


class RecoveryRefused(Unauthenticated):
    """Recovery refused; identical for a wrong code and an unknown identifier."""

    code = "mfa.recovery_refused"


class NotEnrolled(Invalid):
    """The user has no MFA factor. Clients match this error by its exact text."""

    code = "mfa.not_enrolled"
