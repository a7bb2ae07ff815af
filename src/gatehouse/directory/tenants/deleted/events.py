from dataclasses import dataclass

from gatehouse.directory.tenants.events import TenantEventOfVendor


@dataclass(frozen=True, slots=True)
class TenantRestoredByVendor(TenantEventOfVendor):
    """`below`: number of accounts below it that were restored with it."""

    event_name = "tenant.restored"
    severity = "High"
    text = "Restored the account {name}"
    below: int


@dataclass(frozen=True, slots=True)
class TenantErasureOrdered(TenantEventOfVendor):
    """`tenant.erased` follows for each erased account."""

    event_name = "tenant.erasure_ordered"
    severity = "High"
    text = "Had the deleted account {name} erased before its time"
