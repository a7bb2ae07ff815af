"""Plans on the wire. Treatments are the texts `true` and `false`."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Self
from uuid import UUID

from pydantic import Field

from gatehouse.entitlements.features.schemas import (
    FeatureOfPlan,
    Metadata,
    RuleBody,
    Rules,
    Title,
    Treatment,
)
from gatehouse.entitlements.wire import to_treatment
from gatehouse.kit.paging import SearchQuery
from gatehouse.kit.schemas import Text, Wire
from gatehouse.kit.tenant_ids import TenantId
from gatehouse.vendor.features import Feature
from gatehouse.vendor.plans import VendorPlan


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
    def of(cls, plan: VendorPlan, vendor_id: UUID, known: Iterable[Feature] | None = None) -> Self:
        """With the features that it has of `known`."""
        return cls(
            id=plan.id,
            vendor_id=vendor_id,
            name=plan.name,
            key=plan.key,
            description=plan.description,
            metadata=plan.metadata,
            default_treatment=to_treatment(plan.default_treatment),
            default_time_limitation=plan.days,
            assign_on_signup=plan.assign_on_signup,
            license_types=plan.license_types,
            rules=[RuleBody.of(one) for one in plan.rules],
            feature_keys=plan.features,
            features=None
            if known is None
            else [FeatureOfPlan.model_validate(one) for one in known if one.key in plan.features],
            price_id=plan.price_id,
            trial_days=plan.trial_days,
            created_at=plan.created_at,
            updated_at=plan.updated_at,
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

    def entry(self) -> dict[str, Any]:
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
            entry["rules"] = [one.entry() for one in self.rules]
        return entry


class PlanCreate(PlanEdit):
    name: Title


class FeatureIds(Wire):
    features_ids: list[UUID] = Field(max_length=1000)


class PlanPage(Wire):
    items: list[PlanOut]
    has_next: bool


class PlanQuery(SearchQuery):
    """`tenantIds` and `userIds`: plans that one of these tenants or users has an entitlement to."""

    tenant_ids: list[TenantId] = Field([], max_length=1000)
    user_ids: list[UUID] = Field([], max_length=1000)
    feature_ids: list[UUID] = Field([], max_length=1000)
    feature_keys: list[str] = Field([], max_length=1000)


class TenantPlanQuery(PlanQuery):
    exclude_non_entitled_plans: bool = False
