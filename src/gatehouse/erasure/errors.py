from gatehouse.kit.errors import Conflict


class IsStaff(Conflict):
    """The user is staff and must be removed from the staff first."""

    code = "users.is_staff"
