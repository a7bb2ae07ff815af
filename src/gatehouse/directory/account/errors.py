"""Errors of the account settings."""

from gatehouse.kit.errors import Conflict, Invalid


class AliasTaken(Conflict):
    code = "account.alias_taken"


class NothingChanged(Invalid):
    code = "account.nothing_changed"


class LogoTooLarge(Invalid):
    code = "account.logo_too_large"


class LogoUnreadable(Invalid):
    code = "account.logo_unreadable"
