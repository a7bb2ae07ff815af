"""Features, flags and plans on the wire. Treatments are the texts `true` and `false`."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

import orjson
from pydantic import BeforeValidator, Field, model_validator

from gatehouse.entitlements.wire import to_treatment
from gatehouse.kit.paging import NextPage, SearchQuery, mentions_text
from gatehouse.kit.schemas import Name, Text, Wire, json_object
from gatehouse.kit.tenant_ids import TenantId
from gatehouse.vendor.features import KNOWN, Feature
from gatehouse.vendor.plans import VendorPlan

Treatment = Literal["true", "false"]
Title = Annotated[Name, Field(min_length=1)]
# An object, or its JSON as a text.
Metadata = Annotated[dict[str, Any], BeforeValidator(json_object)]
FRONTEGG = "frontegg"


class ConditionBody(Wire):
    """`attributeType` frontegg: what the platform knows of the caller; custom: what the application
    gives."""

    attribute: str
    attribute_type: Literal["custom", "frontegg"] = "custom"
    negate: bool = False
    op: str
    value: dict[str, Any]

    def to_entry(self) -> dict[str, Any]:
        name = self.attribute
        if self.attribute_type == FRONTEGG and not name.startswith(KNOWN):
            name = f"{FRONTEGG}.{name}"
        return {"attribute": name, "negate": self.negate, "op": self.op, "value": self.value}

    @classmethod
    def from_entry(cls, entry: dict[str, Any]) -> Self:
        known = entry["attribute"].startswith(KNOWN)
        return cls(**entry, attribute_type="frontegg" if known else "custom")


class RuleBody(Wire):
    description: Text = ""
    condition_logic: Literal["and"] = "and"
    conditions: list[ConditionBody] = Field([], max_length=20)
    treatment: Treatment

    def to_entry(self) -> dict[str, Any]:
        return {
            "description": self.description,
            "treatment": self.treatment == "true",
            "conditions": [one.to_entry() for one in self.conditions],
        }

    @classmethod
    def from_entry(cls, entry: dict[str, Any]) -> Self:
        return cls(
            description=entry["description"],
            treatment=to_treatment(entry["treatment"]),
            conditions=[ConditionBody.from_entry(one) for one in entry["conditions"]],
        )


Rules = Annotated[list[RuleBody], Field(max_length=50)]


class FeatureRef(Wire):
    id: UUID
    key: str
    name: str


class FlagOut(Wire):
    """`metadata` is JSON as a text, as it is sent."""

    id: UUID
    name: str
    on: bool
    off_treatment: Treatment
    default_treatment: Treatment
    feature: FeatureRef
    description: str
    metadata: str | None = None
    rules: list[RuleBody]
    created_at: datetime
    updated_at: datetime

    @classmethod
    def from_feature(cls, feature: Feature) -> Self:
        flag = feature.flag or {}
        return cls(
            id=feature.flag_id,
            name=flag["name"] or feature.name,
            on=flag["on"],
            off_treatment=to_treatment(flag["off_treatment"]),
            default_treatment=to_treatment(flag["default_treatment"]),
            feature=FeatureRef.model_validate(feature),
            description=flag["description"],
            metadata=orjson.dumps(metadata).decode()
            if (metadata := flag.get("metadata"))
            else None,
            rules=[RuleBody.from_entry(one) for one in flag["rules"]],
            created_at=feature.created_at,
            updated_at=feature.updated_at,
        )


class FlagChange(Wire):
    name: Title | None = None
    on: bool | None = None
    off_treatment: Treatment | None = None
    default_treatment: Treatment | None = None
    feature_id: UUID | None = None
    description: Text | None = None
    metadata: Metadata | None = None
    rules: Rules | None = None

    def to_entry(self) -> dict[str, Any]:
        """The given fields, for the configuration document."""
        given = self.model_dump(exclude_none=True, exclude={"feature_id", "rules"})
        for name in ("off_treatment", "default_treatment"):
            if name in given:
                given[name] = given[name] == "true"
        if self.rules is not None:
            given["rules"] = [one.to_entry() for one in self.rules]
        return given


class FlagCreate(FlagChange):
    name: Title
    on: bool
    off_treatment: Treatment
    default_treatment: Treatment
    feature_id: UUID


class FeatureOut(Wire):
    """Without `metadata` it has none: a published client reads an empty object as a fault."""

    id: UUID
    vendor_id: UUID
    name: str
    key: str
    metadata: dict[str, Any] | None = None
    description: str
    permissions: list[str]
    feature_flag: FlagOut | None = None
    created_at: datetime
    updated_at: datetime

    @classmethod
    def from_feature(cls, feature: Feature, vendor_id: UUID) -> Self:
        flag = FlagOut.from_feature(feature) if feature.flag else None
        fields = {**asdict(feature), "metadata": feature.metadata or None}
        return cls(**fields, vendor_id=vendor_id, feature_flag=flag)


class PermissionRef(Wire):
    permission_key: str | None = None
    permission_id: UUID | None = None

    @model_validator(mode="after")
    def _require_key_or_id(self) -> Self:
        if self.permission_key is None and self.permission_id is None:
            raise ValueError("permissionKey or permissionId is required")
        return self


class FeatureChange(Wire):
    """Missing fields stay unchanged."""

    name: Title | None = None
    key: str | None = Field(None, min_length=1, max_length=100)
    description: Text | None = None
    permissions: list[str | PermissionRef] | None = Field(None, max_length=1000)
    metadata: Metadata | None = None


class FeatureCreate(FeatureChange):
    name: Title
    key: str = Field(min_length=1, max_length=100)


class FeatureOfPlan(Wire):
    """A feature in the list of a plan's features."""

    id: UUID
    name: str
    key: str
    permissions: list[str]


class FeaturePage(NextPage[FeatureOut]):
    pass


class FlagPage(NextPage[FlagOut]):
    pass


class FeatureQuery(SearchQuery):
    feature_ids: list[UUID] = Field([], max_length=1000)
    feature_keys: list[str] = Field([], max_length=1000)
    permission_keys: list[str] = Field([], max_length=1000)
    has_feature_flag: bool | None = None

    def matches(self, one: Feature) -> bool:
        return (
            mentions_text(one.name, one.key, text=self.filter)
            and (not self.feature_ids or one.id in self.feature_ids)
            and (not self.feature_keys or one.key in self.feature_keys)
            and (not self.permission_keys or bool({*self.permission_keys} & {*one.permissions}))
            and self.has_feature_flag in (None, one.flag is not None)
        )


class PlanOut(Wire):
    """`defaultTimeLimitation` in days. `features` is included in plan responses, not with entitlements.
    `priceId` is that of the card provider; without one the plan is not for sale."""

    id: UUID
    vendor_id: UUID
    name: str
    key: str
    description: str
    metadata: dict[str, Any]
    default_treatment: Treatment
    default_time_limitation: int | None = None
    assign_on_signup: bool
    license_types: list[str]
    rules: list[RuleBody]
    feature_keys: list[str]
    features: list[FeatureOfPlan] | None = None
    price_id: str | None = None
    trial_days: int | None = None
    created_at: datetime
    updated_at: datetime

    @classmethod
    def from_plan(
        cls, plan: VendorPlan, vendor_id: UUID, known: Iterable[Feature] | None = None
    ) -> Self:
        """With the features that it has of `known`."""
        features = None if known is None else [one for one in known if one.key in plan.features]
        return cls.model_validate(
            {
                **asdict(plan),
                "vendor_id": vendor_id,
                "default_treatment": to_treatment(plan.default_treatment),
                "default_time_limitation": plan.days,
                "rules": [RuleBody.from_entry(one) for one in plan.rules],
                "feature_keys": plan.features,
                "features": features,
            }
        )


class PlanEdit(Wire):
    """Missing fields stay unchanged. With null as `defaultTimeLimitation` it does not expire; as `priceId` it
    is no longer for sale; as `trialDays` there is no free trial."""

    name: Title | None = None
    description: Text | None = None
    metadata: Metadata | None = None
    default_treatment: Treatment | None = None
    default_time_limitation: int | None = Field(None, ge=1, le=36500)
    assign_on_signup: bool | None = None
    license_types: list[Title] | None = Field(None, max_length=100)
    rules: Rules | None = None
    feature_keys: list[str] | None = Field(None, max_length=1000)
    price_id: str | None = Field(None, max_length=200, pattern=r"^[A-Za-z0-9_]+$")
    trial_days: int | None = Field(None, ge=1, le=730)

    def to_entry(self) -> dict[str, Any]:
        """The given fields, for the configuration document."""
        names = {"default_time_limitation": "days", "feature_keys": "features"}
        given = self.model_dump(exclude_none=True, exclude={"rules"})
        entry = {names.get(name, name): value for name, value in given.items()}
        for name in ("default_time_limitation", "price_id", "trial_days"):
            if name in self.model_fields_set:
                entry[names.get(name, name)] = getattr(self, name)
        if self.default_treatment is not None:
            entry["default_treatment"] = self.default_treatment == "true"
        if self.rules is not None:
            entry["rules"] = [one.to_entry() for one in self.rules]
        return entry


class PlanCreate(PlanEdit):
    name: Title


class FeatureIds(Wire):
    features_ids: list[UUID] = Field(max_length=1000)


class PlanPage(NextPage[PlanOut]):
    pass


class PlanQuery(SearchQuery):
    """`tenantIds` and `userIds`: plans that one of these tenants or users has an entitlement to."""

    tenant_ids: list[TenantId] = Field([], max_length=1000)
    user_ids: list[UUID] = Field([], max_length=1000)
    feature_ids: list[UUID] = Field([], max_length=1000)
    feature_keys: list[str] = Field([], max_length=1000)


class TenantPlanQuery(PlanQuery):
    exclude_non_entitled_plans: bool = False
