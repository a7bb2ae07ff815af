"""Errors for a new password that the rules refuse."""

from gatehouse.kit.errors import Invalid


class PasswordTooShort(Invalid):
    code = "passwords.too_short"


class PasswordTooLong(Invalid):
    code = "passwords.too_long"


class PasswordBreached(Invalid):
    code = "passwords.breached"


class PasswordTooWeak(Invalid):
    code = "passwords.too_weak"


class PasswordTooPersonal(Invalid):
    code = "passwords.too_personal"


class PasswordReused(Invalid):
    code = "passwords.reused"
