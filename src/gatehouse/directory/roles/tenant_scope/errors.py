from gatehouse.kit.errors import Conflict


class RoleInUse(Conflict):
    """A member of another account holds the role, or it is the role of first users."""

    code = "roles.in_use"
