from dataclasses import dataclass

from gatehouse.directory.tenants.events import TenantEventOfVendor


@dataclass(frozen=True, slots=True)
class AuditRetentionChanged(TenantEventOfVendor):
    """`days`: None when the installation's retention applies."""

    event_name = "tenant.audit_retention_changed"
    severity = "High"
    text = "Changed how long the audit of the account {name} is kept"
    days: int | None = None
