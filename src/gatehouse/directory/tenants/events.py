"""Events of tenants, their settings, sign-in pages and deletion."""

from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class TenantCreated(Event):
    event_name = "tenant.created"
    text = "Created the account {name}"
    user_id: UUID
    name: str


@dataclass(frozen=True, slots=True)
class TenantEventOfVendor(Event):
    """`tenant_id` is the account itself."""

    account_id: UUID
    name: str


@dataclass(frozen=True, slots=True)
class TenantCreatedByVendor(TenantEventOfVendor):
    event_name = "tenant.created_by_vendor"
    severity = "Medium"
    text = "Created the account {name}"


@dataclass(frozen=True, slots=True)
class TenantChangedByVendor(TenantEventOfVendor):
    """`what` describes the change."""

    event_name = "tenant.changed_by_vendor"
    severity = "Medium"
    text = "{name}: {what}"
    what: str


@dataclass(frozen=True, slots=True)
class TenantDeletedByVendor(TenantEventOfVendor):
    """`below`: number of accounts below it that were deleted with it."""

    event_name = "tenant.deleted"
    severity = "High"
    text = "Deleted the account {name}"
    below: int


@dataclass(frozen=True, slots=True)
class TenantUpdated(Event):
    event_name = "tenant.updated"
    text = "Changed the account settings"


@dataclass(frozen=True, slots=True)
class LoginBoxChanged(Event):
    event_name = "tenant.login_box_changed"
    severity = "Medium"
    text = "Changed how the sign-in pages look"
    paths: list[str]


@dataclass(frozen=True, slots=True)
class AuditRetentionChanged(TenantEventOfVendor):
    """`days`: None when the installation's retention applies."""

    event_name = "tenant.audit_retention_changed"
    severity = "High"
    text = "Changed how long the audit of the account {name} is kept"
    days: int | None = None


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


@dataclass(frozen=True, slots=True)
class AccountErased(Event):
    """`tenant_id` is the erased account itself, of which the name is left."""

    event_name = "tenant.erased"
    severity = "High"
    text = "Erased everything of the account {name}"
    account_id: UUID
    name: str
