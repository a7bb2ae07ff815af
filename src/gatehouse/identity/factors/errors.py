"""Refusals about second factors."""

from typing import Any

from gatehouse.identity.one_time_codes.errors import WrongCode
from gatehouse.kit.errors import Conflict, Forbidden, Invalid, NotFound


class UnknownFactor(NotFound):
    """Also another person's."""

    code = "mfa.unknown_device"


class FactorNotOffered(Forbidden):
    """The vendor does not offer this kind."""

    code = "mfa.not_offered"


class AlreadyEnrolled(Conflict):
    code = "mfa.already_enrolled"


class TooManyFactors(Conflict):
    code = "mfa.too_many_devices"


class NothingToConfirm(Invalid):
    """No enrolment has begun, or it took too long."""

    code = "mfa.enrollment_over"


class WrongKey(WrongCode):
    """A passkey or security key that is not theirs, or whose answer is not right."""

    code = "ER-01052"

    def __init__(self, message: str, **context: Any) -> None:
        super().__init__(message)
        self.context = context
