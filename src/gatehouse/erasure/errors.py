from gatehouse.kit.errors import Conflict


class IsStaff(Conflict):
    """One of the vendor's own people: they are taken off the staff first."""

    code = "users.is_staff"
