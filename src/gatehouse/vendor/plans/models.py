from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class VendorPlan:
    """`features` are keys. `rules` and `default_treatment` give it to users without an entitlement; `days` is
    how long an entitlement lasts, None without expiry. A tenant with a valid license of one of
    `license_types`, or with a subscription to `price_id` at the card provider, has the plan too."""

    id: UUID
    key: str
    name: str
    description: str
    features: list[str]
    default_treatment: bool
    rules: list[dict[str, Any]]
    days: int | None
    assign_on_signup: bool
    license_types: list[str]
    metadata: dict[str, Any]
    created_at: datetime
    updated_at: datetime
    price_id: str | None = None
    trial_days: int | None = None

    @property
    def targets(self) -> bool:
        """Whether a user can have the plan without an entitlement."""
        return self.default_treatment or any(rule["treatment"] for rule in self.rules)
