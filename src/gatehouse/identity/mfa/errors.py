"""Errors of multi-factor authentication."""

from gatehouse.kit.errors import Invalid, Unauthenticated


class CodeRefused(Invalid, code="ER-01011", keeps_writes=True):
    """The code is wrong, used or expired. Not 401, because the session is valid."""


class RecoveryRefused(Unauthenticated, code="mfa.recovery_refused"):
    """Recovery refused; identical for a wrong code and an unknown identifier."""


class NotEnrolled(Invalid, code="mfa.not_enrolled"):
    """The user has no MFA factor. Clients match this error by its exact text."""
