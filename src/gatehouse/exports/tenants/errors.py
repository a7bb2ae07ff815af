from gatehouse.kit.errors import Conflict


class TenantTooLargeToExport(Conflict):
    """More than one answer holds; `gatehouse export` has no bound."""

    code = "tenants.too_much_to_export"
