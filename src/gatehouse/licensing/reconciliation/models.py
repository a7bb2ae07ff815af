"""Billing discrepancies as the statements return them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

Kind = Literal["changed", "missing", "unlicensed", "replaced", "blocked"]


@dataclass(frozen=True, slots=True)
class KeptSubscription:
    """A subscription that a license has, or had before another replaced it, and the license as it is now."""

    subscription_id: str
    linked_at: datetime
    replaced_at: datetime | None
    license_id: UUID
    billing_status: str | None
    max_seats: int
    price_id: str | None
    deactivation_at: datetime | None
    pauses_at: datetime | None
    provider_updated_at: datetime | None
    provider_occurred_at: datetime | None
    suspended_at: datetime | None
    revoked_at: datetime | None


@dataclass(frozen=True, slots=True)
class FoundDiscrepancy:
    """`provider` and `kept`: what each says; empty where it knows nothing."""

    subscription_id: str
    kind: Kind
    license_id: UUID | None
    provider: Mapping[str, Any]
    kept: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OpenDiscrepancy:
    """A difference that waits, locked."""

    id: UUID
    tenant_id: UUID
    organization_id: UUID
    license_id: UUID | None
    subscription_id: str
    kind: Kind
    seen_at: datetime


@dataclass(frozen=True, slots=True)
class BillingDiscrepancy:
    id: UUID
    tenant_id: UUID
    tenant_name: str
    license_name: str | None
    fingerprint: str | None
    subscription_id: str
    kind: Kind
    provider: dict[str, Any]
    kept: dict[str, Any]
    found_at: datetime
    seen_at: datetime
    note: str | None
    noted_by: str | None
    noted_at: datetime | None
    resolution: str | None
    resolved_by: str | None
    resolved_at: datetime | None


@dataclass(frozen=True, slots=True)
class OpenDiscrepancies:
    """The number of unresolved discrepancies. `oldest_at`: when the oldest of them was found."""

    count: int
    oldest_at: datetime | None
