"""Entitlement events of tenants and users."""

from uuid import UUID

from gatehouse.kit.events import Event


class EntitlementGranted(Event):
    event_name = "entitlement.granted"
    text = "Gave the plan {plan}"
    entitlement_id: UUID
    plan: str
    user_id: UUID | None = None


class EntitlementChanged(Event):
    event_name = "entitlement.changed"
    text = "Changed how long the plan {plan} lasts"
    entitlement_id: UUID
    plan: str
    user_id: UUID | None = None


class EntitlementRevoked(Event):
    event_name = "entitlement.revoked"
    severity = "Medium"
    text = "Took the plan {plan} away"
    entitlement_id: UUID
    plan: str
    user_id: UUID | None = None
