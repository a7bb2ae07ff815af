from gatehouse.directory.tenants.events import TenantEventOfVendor


class TenantExportedByVendor(TenantEventOfVendor):
    event_name = "tenant.exported"
    severity = "High"
    text = "Exported everything of the account {name}: {rows} rows"
    rows: int
