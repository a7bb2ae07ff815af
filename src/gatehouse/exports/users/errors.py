from gatehouse.kit.errors import Conflict


class UserTooLargeToExport(Conflict):
    """More than one answer holds."""

    code = "users.too_much_to_export"
