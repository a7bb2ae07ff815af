"""Data from which clients decide on entitlements (wire reference §11). Treatments are texts on the wire."""

from typing import Any, Literal

from pydantic import Field

from gatehouse.kit.schemas import Wire

Treatment = Literal["true", "false"]


class ConditionOut(Wire):
    attribute: str
    negate: bool
    op: str
    value: dict[str, Any]


class RuleOut(Wire):
    condition_logic: Literal["and"] = "and"
    conditions: list[ConditionOut]
    treatment: Treatment


class FlagDecision(Wire):
    on: bool
    off_treatment: Treatment
    default_treatment: Treatment
    rules: list[RuleOut]


class FeatureDecision(Wire):
    plan_ids: list[str]
    expire_time: int | None = Field(
        description="Milliseconds since 1970; -1: for good; null: not given to the caller."
    )
    linked_permissions: list[str]
    feature_flag: FlagDecision | None = None


class PlanTargeting(Wire):
    default_treatment: Treatment
    rules: list[RuleOut]


class UserEntitlements(Wire):
    """Features by key, plans by id, and the permissions of the caller's roles."""

    features: dict[str, FeatureDecision]
    plans: dict[str, PlanTargeting]
    permissions: dict[str, Literal[True]]


class SnapshotData(Wire):
    """Tuples: features (id, key, permission keys), bundles (id, ids of features, treatment, rules),
    entitlements (bundle, tenant, user or null, end or null), flags (key, on, "boolean", default,
    off, rules)."""

    features: list[list[Any]]
    feature_bundles: list[list[Any]]
    entitlements: list[list[Any]]
    feature_flags: list[list[Any]]


class VendorEntitlements(Wire):
    data: SnapshotData
    snapshot_offset: int


class SnapshotOffset(Wire):
    snapshot_offset: int = Field(description="Another number after every change.")
