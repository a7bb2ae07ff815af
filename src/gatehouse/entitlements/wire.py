"""The vendor's features and plans as clients read them. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from gatehouse.entitlements import schemas
from gatehouse.entitlements.models import PlanGrant, TenantGrant
from gatehouse.vendor.features import Feature
from gatehouse.vendor.plans import VendorPlan

FOR_GOOD = -1


def build_user_entitlements(
    features: Iterable[Feature],
    plans: Sequence[VendorPlan],
    grants: Iterable[PlanGrant],
    permissions: Iterable[str],
) -> schemas.UserEntitlements:
    """Entitlements of one user. Plans that a user may have without an entitlement are listed by id; other
    plans count only in `expireTime`."""
    ends = _latest_ends(grants)
    targeting = [plan for plan in plans if plan.targets]
    return schemas.UserEntitlements(
        features={
            feature.key: schemas.FeatureDecision(
                plan_ids=[str(plan.id) for plan in targeting if feature.key in plan.features],
                expire_time=_latest_end(
                    ends[plan.id]
                    for plan in plans
                    if plan.id in ends and feature.key in plan.features
                ),
                linked_permissions=feature.permissions,
                feature_flag=_build_flag_decision(feature),
            )
            for feature in features
        },
        plans={
            str(plan.id): schemas.PlanTargeting(
                default_treatment=to_treatment(plan.default_treatment), rules=_to_rules(plan.rules)
            )
            for plan in targeting
        },
        permissions=dict.fromkeys(permissions, True),
    )


def build_snapshot(
    features: Sequence[Feature], plans: Iterable[VendorPlan], grants: Iterable[TenantGrant]
) -> schemas.SnapshotData:
    """Entitlements of all tenants, in the format that the vendor's backends store."""
    ids = {feature.key: str(feature.id) for feature in features}
    return schemas.SnapshotData(
        features=[[str(one.id), one.key, one.permissions] for one in features],
        feature_bundles=[
            [
                str(plan.id),
                [ids[key] for key in plan.features],
                to_treatment(plan.default_treatment),
                _dump_rules(plan.rules),
            ]
            for plan in plans
        ],
        entitlements=[
            [
                str(one.plan_id),
                str(one.tenant_id),
                str(one.user_id) if one.user_id else None,
                one.expires_at.isoformat() if one.expires_at else None,
            ]
            for one in grants
        ],
        feature_flags=[
            [
                one.key,
                one.flag["on"],
                "boolean",
                to_treatment(one.flag["default_treatment"]),
                to_treatment(one.flag["off_treatment"]),
                _dump_rules(one.flag["rules"]),
            ]
            for one in features
            if one.flag
        ],
    )


def to_treatment(given: bool) -> schemas.Treatment:
    return "true" if given else "false"


def _latest_ends(grants: Iterable[PlanGrant]) -> dict[UUID, int]:
    found: dict[UUID, int] = {}
    for grant in grants:
        known = [found[grant.plan_id]] if grant.plan_id in found else []
        found[grant.plan_id] = _latest_end([*known, _to_milliseconds(grant.expires_at)]) or 0
    return found


def _latest_end(ends: Iterable[int]) -> int | None:
    known = list(ends)
    return FOR_GOOD if FOR_GOOD in known else max(known, default=None)


def _to_milliseconds(moment: datetime | None) -> int:
    """Not below 0, so that an ended entitlement does not become unlimited."""
    return max(0, int(moment.timestamp() * 1000)) if moment else FOR_GOOD


def _build_flag_decision(feature: Feature) -> schemas.FlagDecision | None:
    if feature.flag is None:
        return None
    return schemas.FlagDecision(
        on=feature.flag["on"],
        off_treatment=to_treatment(feature.flag["off_treatment"]),
        default_treatment=to_treatment(feature.flag["default_treatment"]),
        rules=_to_rules(feature.flag["rules"]),
    )


def _to_rules(rules: Iterable[Mapping[str, Any]]) -> list[schemas.RuleOut]:
    return [
        schemas.RuleOut.model_validate({**rule, "treatment": to_treatment(rule["treatment"])})
        for rule in rules
    ]


def _dump_rules(rules: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [rule.model_dump(by_alias=True) for rule in _to_rules(rules)]
