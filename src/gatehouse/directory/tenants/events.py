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
