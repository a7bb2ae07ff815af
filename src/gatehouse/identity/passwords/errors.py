"""Errors about users' own passwords."""

from gatehouse.kit.errors import DomainError, Invalid


class WrongCurrentPassword(Invalid, code="passwords.wrong_current"): ...


class ResetLinkInvalid(Invalid, code="passwords.reset_link_invalid"): ...


class ResetLinkExpired(DomainError, status=410, code="passwords.reset_link_expired"):
    """The link is used, expired, or ended by another change of the password."""
