"""Errors of roles and permissions."""

from gatehouse.kit.errors import Conflict, Forbidden, NotFound


class RoleNotFound(NotFound, code="roles.not_found"): ...


class PermissionNotFound(NotFound, code="permissions.not_found"): ...


class RoleNameTaken(Conflict, code="roles.name_taken"): ...


class RoleKeyTaken(Conflict, code="roles.key_taken"): ...


class TooManyRoles(Conflict, code="roles.too_many"): ...


class VendorRole(Forbidden, code="roles.vendor_role"):
    """The vendor's roles are shared by all tenants and cannot be changed by a tenant."""


class BeyondOwn(Forbidden, code="roles.beyond_own"):
    """The role or permission exceeds the caller's own permissions or rank."""


class NotAssignable(Forbidden, code="permissions.not_assignable"):
    """The vendor excludes this permission from the tenants' own roles."""


class RoleInUse(Conflict, code="roles.in_use"):
    """A member of another account holds the role, or it is the role of first users."""
