from gatehouse.kit.errors import Conflict


class RoleInUse(Conflict):
    """Somebody of another account holds it, or it is what first users get."""

    code = "roles.in_use"
