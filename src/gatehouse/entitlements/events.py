"""Entitlement events of tenants and users."""

from dataclasses import dataclass
from uuid import UUID

from gatehouse.kit.events import Event


@dataclass(frozen=True, slots=True)
class EntitlementGranted(Event):
    event_name = "entitlement.granted"
    text = "Gave the plan {plan}"
    entitlement_id: UUID
    plan: str
    user_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class EntitlementChanged(Event):
    event_name = "entitlement.changed"
    text = "Changed how long the plan {plan} lasts"
    entitlement_id: UUID
    plan: str
    user_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class EntitlementRevoked(Event):
    event_name = "entitlement.revoked"
    severity = "Medium"
    text = "Took the plan {plan} away"
    entitlement_id: UUID
    plan: str
    user_id: UUID | None = None
