"""Refusals about roles."""

from gatehouse.kit.errors import NotFound


class RoleNotFound(NotFound):
    code = "roles.not_found"
