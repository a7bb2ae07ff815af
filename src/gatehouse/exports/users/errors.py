from gatehouse.kit.errors import Conflict


class TooMuchToExport(Conflict):
    """More than one answer holds."""

    code = "users.too_much_to_export"
