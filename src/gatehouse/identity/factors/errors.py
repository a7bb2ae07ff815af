"""Errors of MFA factors."""

from typing import Any

from gatehouse.identity.one_time_codes.errors import WrongCode
from gatehouse.kit.errors import Conflict, Forbidden, Invalid, NotFound


class UnknownFactor(NotFound, code="mfa.unknown_device"):
    """The user has no such factor, or it belongs to another user."""


class FactorNotOffered(Forbidden, code="mfa.not_offered"):
    """The vendor does not offer this MFA method."""


class AlreadyEnrolled(Conflict, code="mfa.already_enrolled"): ...


class TooManyFactors(Conflict, code="mfa.too_many_devices"): ...


class NothingToConfirm(Invalid, code="mfa.enrollment_over"):
    """No enrollment has begun, or it has expired."""


class WrongKey(WrongCode):
    """The passkey or security key is not the user's, or its response is not valid."""

    code = "ER-01052"

    def __init__(self, message: str, **context: Any) -> None:
        super().__init__(message)
        self.context = context


class NumberMalformed(Invalid, code="mfa.phone_malformed"): ...


class TooManyWrongCodes(Forbidden, code="ER-01034"):
    """Too many wrong codes of one user, over all factors; the limit resets by itself."""
