from gatehouse.directory.tenants.events import TenantEventOfVendor


class TenantSuspendedByVendor(TenantEventOfVendor):
    """`below`: how many accounts below it were suspended with it."""

    event_name = "tenant.suspended"
    severity = "High"
    text = "Suspended the account {name}"
    below: int


class TenantResumedByVendor(TenantEventOfVendor):
    """`below`: how many accounts below it were resumed with it."""

    event_name = "tenant.resumed"
    severity = "High"
    text = "Resumed the account {name}"
    below: int


class TenantSessionsEndedByVendor(TenantEventOfVendor):
    event_name = "tenant.sessions_ended"
    severity = "High"
    text = "Ended every session in the account {name}"
