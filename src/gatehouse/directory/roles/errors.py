"""Refusals about roles and permissions."""

from gatehouse.kit.errors import Conflict, Forbidden, NotFound


class RoleNotFound(NotFound):
    code = "roles.not_found"


class PermissionNotFound(NotFound):
    code = "permissions.not_found"


class RoleNameTaken(Conflict):
    code = "roles.name_taken"


class RoleKeyTaken(Conflict):
    code = "roles.key_taken"


class TooManyRoles(Conflict):
    code = "roles.too_many"


class VendorRole(Forbidden):
    """The vendor's roles are the same for every tenant; no tenant changes them."""

    code = "roles.vendor_role"


class BeyondOwn(Forbidden):
    """Nobody gives what they do not have, nor a rank above their own."""

    code = "roles.beyond_own"


class NotAssignable(Forbidden):
    """The vendor keeps this permission out of the tenants' roles."""

    code = "permissions.not_assignable"
