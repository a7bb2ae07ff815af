"""Errors of users."""

from gatehouse.kit.errors import Conflict, Invalid, NotFound


class InvalidEmail(Invalid, code="users.email_invalid"): ...


class EmailTaken(Conflict, code="users.email_taken"): ...


class UserNotFound(NotFound, code="users.not_found"): ...
