from gatehouse.kit.errors import Conflict


class StaffInside(Conflict):
    """Somebody of the vendor's own people would have no account left to sign in to."""

    code = "tenants.staff_inside"
