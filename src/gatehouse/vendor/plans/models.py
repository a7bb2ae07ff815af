from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class VendorPlan:
    """`features` are keys. `rules` and `default_treatment` give it to people without an entitlement;
    `days` is how long one lasts, None for good. Whoever holds a valid license of one of `license_types`
    has it too, and whoever subscribes to it at the card provider, for `price_id`."""

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
        """Whether anybody can have it without an entitlement."""
        return self.default_treatment or any(rule["treatment"] for rule in self.rules)
