"""Events of tenants, their settings, sign-in pages and deletion."""

from typing import ClassVar
from uuid import UUID

from gatehouse.kit.events import Event, Severity


class TenantCreated(Event):
    event_name = "tenant.created"
    text = "Created the account {name}"
    user_id: UUID
    name: str


class TenantEventOfVendor(Event):
    """`tenant_id` is the tenant itself."""

    severity: ClassVar[Severity] = "High"
    account_id: UUID
    name: str


class TenantCreatedByVendor(TenantEventOfVendor):
    event_name = "tenant.created_by_vendor"
    severity = "Medium"
    text = "Created the account {name}"


class TenantChangedByVendor(TenantEventOfVendor):
    """`what` describes the change."""

    event_name = "tenant.changed_by_vendor"
    severity = "Medium"
    text = "{name}: {what}"
    what: str


class TenantDeletedByVendor(TenantEventOfVendor):
    """`below`: number of accounts below it that were deleted with it."""

    event_name = "tenant.deleted"
    text = "Deleted the account {name}"
    below: int


class TenantUpdated(Event):
    event_name = "tenant.updated"
    text = "Changed the account settings"


class LoginBoxChanged(Event):
    event_name = "tenant.login_box_changed"
    severity = "Medium"
    text = "Changed the appearance of the sign-in pages"
    paths: list[str]


class AuditRetentionChanged(TenantEventOfVendor):
    """`days`: None when the installation's retention applies."""

    event_name = "tenant.audit_retention_changed"
    text = "Changed the audit log retention of the account {name}"
    days: int | None = None


class TenantRestoredByVendor(TenantEventOfVendor):
    """`below`: number of accounts below it that were restored with it."""

    event_name = "tenant.restored"
    text = "Restored the account {name}"
    below: int


class TenantErasureOrdered(TenantEventOfVendor):
    """`tenant.erased` follows for each erased account."""

    event_name = "tenant.erasure_ordered"
    text = "Requested the immediate erasure of the deleted account {name}"


class AccountErased(TenantEventOfVendor):
    """Only the name of the erased account is left."""

    event_name = "tenant.erased"
    text = "Erased all data of the account {name}"
