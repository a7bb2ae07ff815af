from dataclasses import dataclass

from gatehouse.directory.tenants.events import TenantEventOfVendor


@dataclass(frozen=True, slots=True)
class TenantExportedByVendor(TenantEventOfVendor):
    event_name = "tenant.exported"
    severity = "High"
    text = "Exported everything of the account {name}: {rows} rows"
    rows: int
